import { useFormContext } from 'react-hook-form'
import { passwordLimits } from '../../shared/accounts/user.schema.ts'
import { Field } from './field.tsx'

type Props<Name extends string> = {
  readonly name: Name
  readonly label: string
  readonly confirmLabel: string
}

/** Two fields of the surrounding form (`FormProvider`): a new password and its confirmation. */
export const PasswordFields = <Name extends string>({ name, label, confirmLabel }: Props<Name>) => {
  const { register, getFieldState, formState } = useFormContext()
  const errorOf = (field: string) => getFieldState(field, formState).error?.message
  return (
    <>
      <Field
        label={label}
        type="password"
        autoComplete="new-password"
        hint={`At least ${passwordLimits.min} characters, with an uppercase letter, a lowercase letter and a number`}
        error={errorOf(name)}
        {...register(name, { deps: 'confirmPassword' })}
      />
      <Field
        label={confirmLabel}
        type="password"
        autoComplete="new-password"
        error={errorOf('confirmPassword')}
        {...register('confirmPassword')}
      />
    </>
  )
}
