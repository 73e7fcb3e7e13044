import { useController } from 'react-hook-form'
import type { SwitchSetting } from '../../../shared/settings/trading-settings.ts'
import { SwitchField } from '../../components/switch-field.tsx'
import { type NameOf, useSettingsForm } from './settings-form.ts'

type Props = { readonly name: NameOf<boolean>; readonly setting: SwitchSetting }

export const RuleSwitch = ({ name, setting: { label, hint } }: Props) => {
  const { control } = useSettingsForm()
  const { field } = useController({ control, name })
  return <SwitchField label={label} hint={hint} checked={field.value} onChange={field.onChange} />
}
