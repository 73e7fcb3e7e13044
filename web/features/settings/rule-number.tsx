import type { NumberSetting } from '../../../shared/settings/trading-settings.ts'
import { NumberField } from '../../components/number-field.tsx'
import type { NameOf, SettingsValues } from './settings-form.ts'
import { formatNumber } from '../../../shared/platform/figures.ts'

type Props = { readonly name: NameOf<number>; readonly setting: NumberSetting }

export const RuleNumber = ({ name, setting: { label, hint, min, max, ...setting } }: Props) => {
  const bounds = `${formatNumber(min)} to ${formatNumber(max)}`
  return (
    <NumberField<SettingsValues>
      name={name}
      label={label}
      min={min}
      max={max}
      step={1}
      placeholder={setting.showsDefault ? String(setting.default) : undefined}
      hint={hint ? `${bounds}. ${hint}` : bounds}
    />
  )
}
