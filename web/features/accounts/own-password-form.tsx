import { Form } from '../../components/form.tsx'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { contract } from '../../../shared/contract/index.ts'
import { FormField } from '../../components/form-field.tsx'
import { PasswordFields } from '../../components/password-fields.tsx'
import { passwordsMatch } from '../../lib/passwords.ts'
import { SubmitButton } from '../../components/submit-button.tsx'
import { call } from '../../lib/api.ts'
import { showFieldErrors, toastFailure } from '../../lib/failures.ts'
import { toast } from '../../lib/toast.ts'

const { currentPassword, newPassword } = contract.changeOwnPassword.request.shape
const OwnPassword = z
  .object({ currentPassword, newPassword, confirmPassword: z.string() })
  .check(passwordsMatch('newPassword'))
type OwnPassword = z.infer<typeof OwnPassword>

export const OwnPasswordForm = () => {
  const form = useForm<OwnPassword>({
    resolver: standardSchemaResolver(OwnPassword),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  })
  const change = useMutation({
    mutationFn: ({ confirmPassword: _, ...request }: OwnPassword) => call('changeOwnPassword', request),
    onSuccess: () => {
      form.reset()
      toast.success('Password changed successfully!', {
        description: 'You’ve been logged out of every other browser.',
      })
    },
    onError: (error) => {
      showFieldErrors(form, error)
      toastFailure('Failed to change password')(error)
    },
  })
  return (
    <Form form={form} onSend={change.mutate} className="grid gap-4">
      <FormField<OwnPassword>
        name="currentPassword"
        label="Current password"
        type="password"
        autoComplete="current-password"
      />
      <PasswordFields name="newPassword" label="New password" confirmLabel="Confirm new password" />
      <SubmitButton busy={change.isPending}>Change password</SubmitButton>
    </Form>
  )
}
