import { Form } from '../../components/form.tsx'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { toast } from '../../lib/toast.ts'
import * as z from 'zod/mini'
import { contract } from '../../../shared/contract/index.ts'
import { SubmitButton } from '../../components/submit-button.tsx'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failures.ts'
import { PasswordFields } from '../../components/password-fields.tsx'
import { passwordsMatch } from '../../lib/passwords.ts'

const { newPassword } = contract.changePassword.request.shape
const NewPassword = z
  .object({ newPassword, confirmPassword: z.string() })
  .check(passwordsMatch('newPassword'))
type NewPassword = z.infer<typeof NewPassword>

type Props = { readonly token: string; readonly onChanged: () => void }

export const ChangePasswordForm = ({ token, onChanged }: Props) => {
  const queries = useQueryClient()
  const form = useForm<NewPassword>({
    resolver: standardSchemaResolver(NewPassword),
    defaultValues: { newPassword: '', confirmPassword: '' },
  })
  const change = useMutation({
    mutationFn: (values: NewPassword) => call('changePassword', { token, newPassword: values.newPassword }),
    onSuccess: () => {
      // The password change ended all sessions of this user, so the cached data must be removed.
      queries.clear()
      toast.success('Password changed successfully!', {
        description: 'You can now log in with your new password.',
      })
      onChanged()
    },
    onError: toastFailure('Failed to change password'),
  })
  return (
    <Form form={form} onSend={change.mutate} className="grid gap-4">
      <PasswordFields name="newPassword" label="New password" confirmLabel="Confirm new password" />
      <SubmitButton busy={change.isPending}>Change password</SubmitButton>
    </Form>
  )
}
