import type { ListChanges } from '../../../../shared/instruments/list-changes.schema.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { ChangedRows } from '../changed-rows.tsx'
import { counted, formatNumber } from '../../../../shared/platform/figures.ts'

type Props = {
  readonly open: boolean
  /** null while nothing is asked. */
  readonly changes: ListChanges | null
  /** Rows that were chosen. */
  readonly asked: number
  readonly onCancel: () => void
  readonly onConfirm: () => void
}

/** What adding the chosen rows does to the list, before it does it. */
export const MergePreview = ({ open, changes, asked, onCancel, onConfirm }: Props) => (
  <ConfirmDialog
    open={open}
    onOpenChange={(next) => !next && onCancel()}
    title="Add to your list?"
    description={changes && <Summary changes={changes} asked={asked} />}
    confirm={changes && changes.added > 0 ? 'Add to list' : 'Close'}
    onConfirm={changes && changes.added > 0 ? onConfirm : onCancel}
  />
)

const Summary = ({ changes, asked }: { readonly changes: ListChanges; readonly asked: number }) => {
  const known = asked - changes.added
  return (
    <>
      <p className="font-medium text-ink">
        This adds {counted(changes.added, 'instrument')}. Your other instruments don’t change.
      </p>
      {known > 0 && (
        <p>
          {formatNumber(known)} of the selected rows {known === 1 ? 'is' : 'are'} already in your list and
          won’t change.
        </p>
      )}
      {changes.added > 0 && <p>We keep your current list for 30 days, so you can restore it.</p>}
      <ChangedRows changes={changes} />
    </>
  )
}
