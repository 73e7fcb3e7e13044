import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Proving } from '../../shared/accounts/second-factor.schema.ts'
import { Button } from '../components/button.tsx'
import { FormAlert } from '../components/form-alert.tsx'
import { Field } from '../components/field.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { TextLink } from '../components/text-link.tsx'
import { AuthCard } from '../features/session/auth-card.tsx'
import { PasskeyLogin } from '../features/session/passkey-login.tsx'
import { SiteState } from '../features/session/site-state.tsx'
import { useLoginForm } from '../features/session/use-login-form.ts'
import { toastMessageOf } from '../lib/failures.ts'
import { toast } from '../lib/toast.ts'
import { takePlace } from '../lib/way-back.ts'

/** Loaded on demand, because only users with a second factor need it. */
const SecondFactorForm = lazy(async () => ({
  default: (await import('../features/session/second-factor-form.tsx')).SecondFactorForm,
}))

/**
 * The first screen of a visitor. To open fast, it uses no form library and loads other code only when the visitor uses
 * the form.
 */
export const LoginPage = () => {
  const navigate = useNavigate()
  /** The second factors that the user can choose from; null until the password is accepted. */
  const [asked, setAsked] = useState<Proving | null>(null)
  const enter = async () => {
    toast.success('Login successful!')
    await navigate({ href: takePlace() })
  }
  const login = useLoginForm((answer) => ('secondFactor' in answer ? setAsked(answer.secondFactor) : enter()))
  if (asked)
    return (
      <AuthCard title="Verify it’s you" description="Enter a code or use your passkey to finish logging in.">
        {asked.passkey && <PasskeyLogin onSignedIn={enter} />}
        {asked.totp && (
          <Suspense fallback={null}>
            <SecondFactorForm onSignedIn={enter} />
          </Suspense>
        )}
        <Button kind="bare" className="justify-self-center text-sm" onClick={() => setAsked(null)}>
          Back to login
        </Button>
      </AuthCard>
    )
  return (
    <AuthCard
      title="Log in"
      description="Signalpost turns your TradingView alerts into orders at IG, following your own rules."
      footer={<TextLink to="/auth/register">Don’t have an account? Create one</TextLink>}
      below={<SiteState />}
    >
      <form className="grid gap-4" noValidate onSubmit={login.submit}>
        <Field label="Email" type="email" autoComplete="username" {...login.fieldOf('email')} />
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          {...login.fieldOf('password')}
        />
        <TextLink to="/auth/reset-password" className="justify-self-end text-sm">
          Forgot password?
        </TextLink>
        {login.failure !== null && <FormAlert>{toastMessageOf(login.failure)}</FormAlert>}
        <SubmitButton busy={login.isBusy}>Log in</SubmitButton>
        <PasskeyLogin onSignedIn={enter} />
      </form>
    </AuthCard>
  )
}
