import { Button } from '../../components/button.tsx'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failures.ts'
import { useAttempt } from '../../lib/use-attempt.ts'

export const PasskeyLogin = ({ onSignedIn }: { readonly onSignedIn: () => Promise<void> }) => {
  const { isBusy, attempt } = useAttempt(toastFailure('Login failed'))
  const logIn = async () => {
    const { answerChallenge } = await import('../../lib/passkey.ts')
    await call('signInWithPasskey', { passkey: await answerChallenge() })
    await onSignedIn()
  }
  return (
    <Button kind="quiet" className="h-10" disabled={isBusy} onClick={() => void attempt(logIn)}>
      Log in with a passkey
    </Button>
  )
}
