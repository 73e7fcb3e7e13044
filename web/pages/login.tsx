import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import type { RequestOf } from '../../shared/contract.ts'
import { Field } from '../components/field.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { AuthCard } from '../features/session/auth-card.tsx'
import { TextLink } from '../components/text-link.tsx'
import { call } from '../lib/api.ts'
import { toastFailure, toastMessageOf } from '../lib/failures.ts'
import { requestResolver } from '../lib/schema-resolver.ts'
import { toast } from '../lib/toast.ts'

type Login = RequestOf<'login'>

/** The first screen that anybody sees: what it needs only once the form is used comes then. */
export const LoginPage = () => {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const form = useForm<Login>({
    resolver: requestResolver('login'),
    defaultValues: { email: '', password: '' },
  })
  const login = useMutation({
    mutationFn: (request: Login) => call('login', request),
    onSuccess: async () => {
      queries.clear()
      toast.success('Login successful!')
      await navigate({ to: '/dashboard/overview' })
    },
    onError: toastFailure('Login failed'),
  })
  const { errors } = form.formState
  return (
    <AuthCard title="Log in" footer={<TextLink to="/auth/register">No account yet? Create one</TextLink>}>
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => void form.handleSubmit((request) => login.mutate(request))(event)}
      >
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
        <TextLink to="/auth/reset-password" className="justify-self-end text-sm">
          Forgot password?
        </TextLink>
        {login.isError && (
          <p role="alert" className="rounded-md border border-bad/40 bg-bad/5 px-3 py-2 text-sm text-bad">
            {toastMessageOf(login.error)}
          </p>
        )}
        <SubmitButton busy={login.isPending}>Log in</SubmitButton>
      </form>
    </AuthCard>
  )
}
