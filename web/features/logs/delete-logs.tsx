import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { call } from '../../lib/api.ts'
import { toastCouldNot } from '../../lib/failures.ts'
import { logsKey } from '../../lib/logs-query.ts'

export const DeleteLogs = () => {
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => call('deleteLogs', {}),
    onSuccess: () => toast.success('Logs deleted successfully'),
    onError: toastCouldNot('delete logs'),
    onSettled: () => {
      setAsking(false)
      void queries.invalidateQueries({ queryKey: logsKey })
    },
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
