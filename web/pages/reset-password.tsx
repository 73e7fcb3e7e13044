import { Form } from '../components/form.tsx'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { toast } from '../lib/toast.ts'
import { contract, type RequestOf } from '../../shared/contract/index.ts'
import { Button } from '../components/button.tsx'
import { FormField } from '../components/form-field.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { AuthCard } from '../features/session/auth-card.tsx'
import { TextLink } from '../components/text-link.tsx'
import { call } from '../lib/api.ts'
import { toastFailure } from '../lib/failures.ts'

type ResetRequest = RequestOf<'requestPasswordReset'>

export const ResetPasswordPage = () => {
  const navigate = useNavigate()
  const form = useForm<ResetRequest>({
    resolver: standardSchemaResolver(contract.requestPasswordReset.request),
    defaultValues: { email: '' },
  })
  const send = useMutation({
    mutationFn: (request: ResetRequest) => call('requestPasswordReset', request),
    onSuccess: () =>
      toast.success('Password reset email sent!', {
        description: 'Check your inbox for instructions to reset your password.',
      }),
    onError: toastFailure('Failed to send reset email'),
  })
  const startAgain = () => {
    form.reset()
    send.reset()
  }

  if (send.isSuccess)
    return (
      <AuthCard
        title="Check your email"
        description={
          <>
            If there’s an account for{' '}
            <strong className="font-medium break-all text-ink">{send.variables.email}</strong>, we’ve sent a
            link to reset its password. The link works once and expires after 30 minutes.
          </>
        }
      >
        <div className="grid gap-2">
          <Button onClick={() => void navigate({ to: '/auth/login' })}>Back to login</Button>
          <Button kind="quiet" className="h-10" onClick={startAgain}>
            Send to a different email
          </Button>
        </div>
      </AuthCard>
    )
  return (
    <AuthCard
      title="Reset your password"
      description="We’ll email you a link to choose a new password."
      footer={<TextLink to="/auth/login">Back to login</TextLink>}
    >
      <Form form={form} onSend={send.mutate} className="grid gap-4">
        <FormField<ResetRequest> name="email" label="Email" type="email" autoComplete="username" />
        <SubmitButton busy={send.isPending}>Send reset email</SubmitButton>
      </Form>
    </AuthCard>
  )
}
