import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failures.ts'
import { itsMessage, useChange } from '../../lib/use-change.ts'
import { instrumentsKey } from './queries.ts'

type Props = {
  readonly id: string
  readonly name: string
  readonly disabled: boolean
  readonly onDone: () => void
}

export const RemoveInstrument = ({ id, name, disabled, onDone }: Props) => {
  const [asking, setAsking] = useState(false)
  const remove = useChange(() => call('removeInstrument', { id }), {
    done: itsMessage,
    onError: toastFailure("Couldn't remove instrument"),
    onDone: () => {
      setAsking(false)
      onDone()
    },
    rereads: [instrumentsKey],
  })
  return (
    <>
      <Button kind="quiet" className="mr-auto" disabled={disabled} onClick={() => setAsking(true)}>
        Remove
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Remove ${name}?`}
        description={
          <p>
            Alerts for this instrument will be refused. Open positions and orders are not affected. Your
            current list stays under Previous lists for 30 days.
          </p>
        }
        confirm={remove.isPending ? 'Removing...' : 'Remove instrument'}
        grave
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </>
  )
}
