import type { ListChanges } from '../../../shared/instruments/list-changes.schema.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ChangedRows } from './changed-rows.tsx'
import { counted, formatNumber } from '../../../shared/platform/figures.ts'

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
    description={changes && <Summary changes={changes} />}
    confirm="Replace list"
    grave={changes !== null && changes.removed > 0}
    onConfirm={onConfirm}
  />
)

const Summary = ({ changes }: { readonly changes: ListChanges }) => {
  const { added, changed, removed } = changes
  return (
    <>
      <p className="font-medium text-ink">
        This file adds {counted(added, 'instrument')}, changes {formatNumber(changed)} and removes{' '}
        {formatNumber(removed)}.
      </p>
      {added + changed + removed === 0 && <p>Your list won’t change.</p>}
      {removed > 0 && <p>We keep your current list for 30 days, so you can restore it.</p>}
      <ChangedRows changes={changes} />
    </>
  )
}
