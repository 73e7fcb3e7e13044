import type { FieldValues } from 'react-hook-form'
import { passwordLimits } from '../../shared/accounts/user.schema.ts'
import { FormField } from './form-field.tsx'

type Props = {
  readonly name: string
  readonly label: string
  readonly confirmLabel: string
}

/** Two fields of the surrounding form (`FormProvider`): a new password and its confirmation. */
export const PasswordFields = ({ name, label, confirmLabel }: Props) => (
  <>
    <FormField<FieldValues>
      name={name}
      label={label}
      type="password"
      autoComplete="new-password"
      hint={`At least ${passwordLimits.min} characters, with an uppercase letter, a lowercase letter and a number`}
      options={{ deps: 'confirmPassword' }}
    />
    <FormField name="confirmPassword" label={confirmLabel} type="password" autoComplete="new-password" />
  </>
)
