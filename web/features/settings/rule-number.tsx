import { settingsLimits } from '../../../shared/settings-limits.ts'
import { NumberField } from '../../components/number-field.tsx'
import type { SettingsValues } from './settings-form.ts'

type Props = { readonly name: keyof typeof settingsLimits; readonly label: string; readonly hint?: string }

export const RuleNumber = ({ name, label, hint }: Props) => {
  const limits = settingsLimits[name]
  const bounds = `${limits.min} to ${limits.max.toLocaleString('en-GB')}`
  return (
    <NumberField<SettingsValues>
      name={name}
      label={label}
      min={limits.min}
      max={limits.max}
      step={1}
      placeholder={'placeholder' in limits ? String(limits.placeholder) : undefined}
      hint={hint ? `${bounds}. ${hint}` : bounds}
    />
  )
}
