import { useMutation } from '@tanstack/react-query'
import { Button } from '../components/button.tsx'
import { FormAlert } from '../components/form-alert.tsx'
import { TextLink } from '../components/text-link.tsx'
import { AuthCard } from '../features/session/auth-card.tsx'
import { useLinkToken } from '../features/session/use-link-token.ts'
import { call } from '../lib/api.ts'
import { toastMessageOf } from '../lib/failures.ts'

/**
 * The page to which the link in a confirmation email leads. It does nothing until the user clicks, because email
 * programs open links to check them.
 */
export const VerifyEmailPage = () => {
  const token = useLinkToken()
  const verify = useMutation({ mutationFn: () => call('verifyEmail', { token }) })
  return (
    <AuthCard
      title={verify.isSuccess ? 'Email address confirmed' : 'Confirm your email address?'}
      description={
        verify.isSuccess
          ? 'We’ll email you when something important happens in your account.'
          : 'Once you confirm your address, we’ll email you when something important happens in your account.'
      }
      footer={<TextLink to="/auth/login">Log in</TextLink>}
    >
      {verify.isError && <FormAlert>{toastMessageOf(verify.error)}</FormAlert>}
      {!verify.isSuccess && (
        <Button className="h-10" disabled={verify.isPending} onClick={() => verify.mutate()}>
          Confirm email address
        </Button>
      )}
    </AuthCard>
  )
}
