import { Form } from '../components/form.tsx'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { toast } from '../lib/toast.ts'
import * as z from 'zod/mini'
import { contract } from '../../shared/contract/index.ts'
import { FormField } from '../components/form-field.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { useLinkToken } from '../features/session/use-link-token.ts'
import { AuthCard } from '../features/session/auth-card.tsx'
import { PasswordFields } from '../components/password-fields.tsx'
import { passwordsMatch } from '../lib/passwords.ts'
import { RiskWords } from '../components/risk-words.tsx'
import { TextLink } from '../components/text-link.tsx'
import { call } from '../lib/api.ts'
import { showFieldErrors, toastFailure } from '../lib/failures.ts'

const confirmFirst = 'Please confirm your password'
const Registration = z
  .extend(contract.register.request, {
    confirmPassword: z.string(confirmFirst).check(z.minLength(1, confirmFirst)),
  })
  .check(passwordsMatch('password'))
type Registration = z.infer<typeof Registration>

export const RegisterPage = () => {
  const navigate = useNavigate()
  const setupToken = useLinkToken('setup') || undefined
  const form = useForm<Registration>({
    resolver: standardSchemaResolver(Registration),
    defaultValues: { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' },
  })
  const create = useMutation({
    mutationFn: ({ confirmPassword: _, ...request }: Registration) =>
      call('register', { ...request, setupToken }),
    onSuccess: async () => {
      toast.success('Account created successfully!', {
        description: 'You can now log in with your credentials.',
      })
      await navigate({ to: '/auth/login' })
    },
    onError: (error) => {
      showFieldErrors(form, error)
      toastFailure('Registration failed')(error)
    },
  })
  return (
    <AuthCard
      title="Create account"
      footer={<TextLink to="/auth/login">Already have an account? Log in</TextLink>}
    >
      <Form form={form} onSend={create.mutate} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField<Registration> name="firstName" label="First name" autoComplete="given-name" />
          <FormField<Registration> name="lastName" label="Last name" autoComplete="family-name" />
        </div>
        <FormField<Registration> name="email" label="Email" type="email" autoComplete="username" />
        <PasswordFields name="password" label="Password" confirmLabel="Confirm password" />
        <details className="text-sm text-muted">
          <summary className="cursor-pointer">
            By creating an account, you accept the risk warning. With leveraged trading, you can lose all the
            money you put in.
          </summary>
          <div className="pt-2">
            <RiskWords />
          </div>
        </details>
        <SubmitButton busy={create.isPending}>Create account</SubmitButton>
      </Form>
    </AuthCard>
  )
}
