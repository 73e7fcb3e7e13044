import { useMutation } from '@tanstack/react-query'
import { Button } from '../components/button.tsx'
import { FormAlert } from '../components/form-alert.tsx'
import { TextLink } from '../components/text-link.tsx'
import { AuthCard } from '../features/session/auth-card.tsx'
import { useLinkToken } from '../features/session/use-link-token.ts'
import { call } from '../lib/api.ts'
import { toastMessageOf } from '../lib/failures.ts'

/**
 * The page to which the pause link in an email leads. It does nothing until the user clicks, because email programs
 * open links to check them.
 */
export const PausePage = () => {
  const token = useLinkToken()
  const pause = useMutation({ mutationFn: () => call('pauseByLink', { token }) })
  const footer = <TextLink to="/auth/login">Log in</TextLink>
  if (pause.isSuccess)
    return (
      <AuthCard title="Trading is paused" description={`${pause.data.message}.`} footer={footer}>
        <p className="text-sm text-muted">
          Alerts won’t open positions until you resume trading in the dashboard. A pause doesn’t affect exits
          and stops.
        </p>
      </AuthCard>
    )
  return (
    <AuthCard
      title="Pause your trading?"
      description="Alerts won’t open positions until you resume trading in the dashboard. A pause doesn’t affect exits and stops."
      footer={footer}
    >
      {pause.isError && <FormAlert>{toastMessageOf(pause.error)}</FormAlert>}
      <Button className="h-10" disabled={pause.isPending} onClick={() => pause.mutate()}>
        Pause trading
      </Button>
    </AuthCard>
  )
}
