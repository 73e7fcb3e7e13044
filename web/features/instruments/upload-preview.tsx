import type { ListChange, ListChanges } from '../../../shared/list-changes.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'

type Props = {
  readonly open: boolean
  /** null while nothing is asked. */
  readonly changes: ListChanges | null
  readonly onCancel: () => void
  readonly onConfirm: () => void
}

/** What a file would do to the list, before it does it. */
export const UploadPreview = ({ open, changes, onCancel, onConfirm }: Props) => (
  <ConfirmDialog
    open={open}
    onOpenChange={(next) => !next && onCancel()}
    title="Replace your list?"
    description={changes && <Summary {...changes} />}
    confirm="Replace list"
    grave={changes !== null && changes.removed > 0}
    onConfirm={onConfirm}
  />
)

const Summary = ({ added, changed, removed, rows }: ListChanges) => {
  const all = added + changed + removed
  return (
    <>
      <p className="font-medium text-ink">
        The file adds {added.toLocaleString('en-GB')}, changes {changed.toLocaleString('en-GB')} and removes{' '}
        {removed.toLocaleString('en-GB')}.
      </p>
      {all === 0 && <p>The list stays as it is.</p>}
      {removed > 0 && <p>The list of now is kept for 30 days, and can be put back.</p>}
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
      {all > rows.length && <p>And {(all - rows.length).toLocaleString('en-GB')} more.</p>}
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
