import type { FieldPath } from 'react-hook-form'
import { Field } from '../../components/field.tsx'
import { emptyAsNull, type SettingsValues, useSettingsForm } from './settings-form.ts'

type Props = {
  readonly name: FieldPath<SettingsValues>
  readonly label: string
  readonly hint?: string
  readonly masked?: boolean
}

export const CredentialField = ({ name, masked = false, ...rest }: Props) => {
  const { register, getFieldState, formState } = useSettingsForm()
  return (
    <Field
      {...rest}
      type={masked ? 'password' : 'text'}
      autoComplete={masked ? 'new-password' : 'off'}
      spellCheck={false}
      error={getFieldState(name, formState).error?.message}
      // What is typed first replaces the mask.
      onFocus={masked ? (event) => event.target.select() : undefined}
      {...register(name, emptyAsNull)}
    />
  )
}
