import { submitting } from '../lib/submitting.ts'
import { useNavigate } from '@tanstack/react-router'
import { type ChangeEvent, lazy, Suspense, useState } from 'react'
import type { RequestOf, ResponseOf } from '../../shared/contract/index.ts'
import type { Proving } from '../../shared/accounts/second-factor.schema.ts'
import { Button } from '../components/button.tsx'
import { FormAlert } from '../components/form-alert.tsx'
import { Field } from '../components/field.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { TextLink } from '../components/text-link.tsx'
import { AuthCard } from '../features/session/auth-card.tsx'
import { SiteState } from '../features/session/site-state.tsx'
import { call } from '../lib/api.ts'
import { toastFailure, toastMessageOf } from '../lib/failures.ts'
import { toast } from '../lib/toast.ts'
import { useAttempt } from '../lib/use-attempt.ts'
import { takePlace } from '../lib/way-back.ts'

type Login = RequestOf<'login'>
type Problems = Partial<Record<keyof Login, string>>

/** Returns the problem of each invalid field. The schema is loaded at the first check. */
const problemsOf = async (values: Login): Promise<Problems> => {
  const { contract } = await import('../../shared/contract/index.ts')
  const { error } = contract.login.request.safeParse(values)
  const problems: Problems = {}
  for (const { path, message } of error?.issues ?? []) problems[path[0] as keyof Login] ??= message
  return problems
}

/** Loaded on demand, because only users with a second factor need it. */
const SecondFactorForm = lazy(async () => ({
  default: (await import('../features/session/second-factor-form.tsx')).SecondFactorForm,
}))

/** The values of the login form, and the problem of each invalid field. */
const useLoginForm = (onAnswer: (answer: ResponseOf<'login'>) => unknown) => {
  const [values, setValues] = useState<Login>({ email: '', password: '' })
  const [problems, setProblems] = useState<Problems>({})
  /** Whether the visitor has tried to log in. From then on, the fields are checked at each key press. */
  const [isTried, setTried] = useState(false)
  const { isBusy, failure, attempt } = useAttempt(toastFailure('Login failed'))
  const check = async (next: Login) => {
    const found = await problemsOf(next)
    setProblems(found)
    return Object.keys(found).length === 0
  }
  const fieldOf = (name: keyof Login) => ({
    error: problems[name],
    value: values[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      const next = { ...values, [name]: target.value }
      setValues(next)
      if (isTried) void check(next)
    },
  })
  const submit = submitting(() => {
    setTried(true)
    void attempt(async () => {
      if (await check(values)) await onAnswer(await call('login', values))
    })
  })
  return { fieldOf, submit, isBusy, failure }
}

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
  const passkey = useAttempt(toastFailure('Login failed'))
  const passkeyButton = (
    <Button
      kind="quiet"
      className="h-10"
      disabled={passkey.isBusy}
      onClick={() =>
        void passkey.attempt(async () => {
          const { answerChallenge } = await import('../lib/passkey.ts')
          await call('signInWithPasskey', { passkey: await answerChallenge() })
          await enter()
        })
      }
    >
      Log in with a passkey
    </Button>
  )
  if (asked)
    return (
      <AuthCard title="Verify it’s you" description="Enter a code or use your passkey to finish logging in.">
        {asked.passkey && passkeyButton}
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
        {passkeyButton}
      </form>
    </AuthCard>
  )
}
