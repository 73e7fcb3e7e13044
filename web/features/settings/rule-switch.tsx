import type { ReactNode } from 'react'
import { type FieldPathByValue, useController } from 'react-hook-form'
import { SwitchField } from '../../components/switch-field.tsx'
import { type SettingsValues, useSettingsForm } from './settings-form.ts'

type Props = {
  readonly name: FieldPathByValue<SettingsValues, boolean>
  readonly label: string
  readonly hint: ReactNode
}

export const RuleSwitch = ({ name, label, hint }: Props) => {
  const { control } = useSettingsForm()
  const { field } = useController({ control, name })
  return <SwitchField label={label} hint={hint} checked={field.value} onChange={field.onChange} />
}
