import { useState } from 'react'
import { describeDevice } from '../../../shared/accounts/describe-device.ts'
import { Button } from '../../components/button.tsx'
import { Note } from '../../components/note.tsx'
import { subscribe } from './push-subscription.ts'
import { useConnectChannel } from './queries.ts'

/** Lets the user connect this browser, so that it receives notifications even while Signalpost is closed. */
export const ConnectPush = ({ pushKey }: { readonly pushKey: string }) => {
  const [problem, setProblem] = useState<string | null>(null)
  const connect = useConnectChannel(() => setProblem(null))
  // Asks for permission in the click handler, because phones allow this only after a click.
  const begin = async () => {
    const result = await subscribe(pushKey)
    if ('problem' in result) return setProblem(result.problem)
    connect.mutate({ kind: 'push', ...result, device: describeDevice(navigator.userAgent) })
  }
  return (
    <div className="grid gap-2 text-sm">
      <p className="text-muted">
        On iPhone or iPad, first add Signalpost to your Home Screen (Share → Add to Home Screen) and open it
        from there.
      </p>
      {problem && <Note>{problem}</Note>}
      <div>
        <Button kind="quiet" disabled={connect.isPending} onClick={() => void begin()}>
          Turn on push for this device
        </Button>
      </div>
    </div>
  )
}
