import type { ReactNode } from 'react'
import type { ListChange, ListChanges } from '../../../shared/instruments/list-changes.schema.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { formatNumber } from '../../../shared/platform/figures.ts'

type Props = {
  readonly title: string
  /** The changes that the user must confirm. The dialog is closed if this is null or undefined. */
  readonly changes: ListChanges | null | undefined
  readonly confirm: string
  readonly grave?: boolean
  /** What would change, in words. */
  readonly children: ReactNode
  readonly isListKept: boolean
  readonly onCancel: () => void
  readonly onConfirm: () => void
}

/** Shows what would change in the list of instruments and asks the user to confirm it. */
export const ListPreview = ({ changes, children, isListKept, onCancel, ...rest }: Props) => (
  <ConfirmDialog
    {...rest}
    open={Boolean(changes)}
    onOpenChange={(next) => !next && onCancel()}
    description={
      changes && (
        <>
          {children}
          {isListKept && <p>We keep your current list for 30 days, so you can restore it.</p>}
          <ChangedRows changes={changes} />
        </>
      )
    }
  />
)

/** Lists the first rows that would change, and the number of further rows. */
const ChangedRows = ({ changes: { added, changed, removed, rows } }: { readonly changes: ListChanges }) => {
  const more = added + changed + removed - rows.length
  return (
    <>
      {rows.length > 0 && (
        <ul
          aria-label="Changes"
          tabIndex={0}
          className="max-h-64 divide-y divide-line overflow-y-auto rounded-md border border-line"
        >
          {rows.map((row) => (
            <Row key={`${row.kind} ${row.marketAndSymbol}`} {...row} />
          ))}
        </ul>
      )}
      {more > 0 && <p>And {formatNumber(more)} more.</p>}
    </>
  )
}

const tones = { added: 'text-good', changed: 'text-warn', removed: 'text-bad' } as const

const Row = ({ kind, marketAndSymbol, details }: ListChange) => (
  <li className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-3 px-3 py-1.5">
    <span className={`text-xs leading-5 font-medium ${tones[kind]}`}>{kind}</span>
    <span className="min-w-0 break-words text-ink">
      {marketAndSymbol}
      {details.map((detail) => (
        <span key={detail} className="block text-xs text-muted">
          {detail}
        </span>
      ))}
    </span>
  </li>
)
