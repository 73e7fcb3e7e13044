import { Button } from '../../components/button.tsx'
import { Note } from '../../components/note.tsx'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failures.ts'
import { itsMessage, useChange } from '../../lib/use-change.ts'

/** Asks the user to confirm their email address. Until then, Signalpost emails them only password reset links. */
export const UnverifiedEmail = ({ email }: { readonly email: string }) => {
  const send = useChange(() => call('sendVerificationEmail', {}), {
    done: itsMessage,
    onError: toastFailure('Failed to send the link'),
  })
  return (
    <div className="grid justify-items-start gap-2">
      <Note>
        Confirm your email address. We’ve sent a link to {email}. Until you open the link, the only emails
        you’ll get from us are password reset links.
      </Note>
      <Button kind="quiet" disabled={send.isPending} onClick={() => send.mutate()}>
        Send the link again
      </Button>
    </div>
  )
}
