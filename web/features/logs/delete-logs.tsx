import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { call } from '../../lib/api.ts'
import { toastCouldNot } from '../../lib/failures.ts'
import { useChange } from '../../lib/use-change.ts'
import { logsKey } from '../../lib/logs-query.ts'

export const DeleteLogs = () => {
  const [asking, setAsking] = useState(false)
  const remove = useChange(() => call('deleteLogs', {}), {
    done: 'Logs deleted successfully',
    onError: toastCouldNot('delete logs'),
    onEnd: () => setAsking(false),
    rereads: [logsKey],
  })
  return (
    <>
      <Button kind="quiet" className="text-bad" onClick={() => setAsking(true)}>
        Delete all
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => !remove.isPending && setAsking(open)}
        title="Delete all logs"
        description={
          <p>
            This permanently deletes all your log entries in both modes, including those hidden by filters.
            This cannot be undone.
          </p>
        }
        confirm={remove.isPending ? 'Deleting...' : 'Delete all'}
        grave
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </>
  )
}
