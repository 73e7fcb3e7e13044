import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { contract, type RequestOf } from '../../shared/contract.ts'
import { Button } from '../components/button.tsx'
import { Field } from '../components/field.tsx'
import { Logo } from '../components/logo.tsx'
import { call } from '../lib/api.ts'

type Login = RequestOf<'login'>

export const LoginPage = () => {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const form = useForm<Login>({
    resolver: standardSchemaResolver(contract.login.request),
    defaultValues: { email: '', password: '' },
  })
  const login = useMutation({
    mutationFn: (request: Login) => call('login', request),
    onSuccess: async () => {
      queries.clear()
      toast.success('Login successful!')
      await navigate({ to: '/dashboard/overview' })
    },
    onError: (error) => toast.error('Login failed', { description: error.message }),
  })
  const { errors } = form.formState
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="grid w-full max-w-sm gap-6 rounded-xl border border-line bg-panel p-8">
        <Logo />
        <h1 className="text-xl font-semibold">Log in</h1>
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
          <Button type="submit" disabled={login.isPending}>
            Log in
          </Button>
        </form>
      </div>
    </main>
  )
}
