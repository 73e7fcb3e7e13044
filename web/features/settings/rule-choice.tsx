import { useController } from 'react-hook-form'
import type { ChoiceSetting } from '../../../shared/settings/trading-settings.ts'
import { Segmented } from '../../components/segmented.tsx'
import { type NameOf, useSettingsForm } from './settings-form.ts'

type Props = { readonly name: NameOf<string>; readonly setting: ChoiceSetting }

export const RuleChoice = ({ name, setting: { label, options } }: Props) => {
  const { control } = useSettingsForm()
  const { field } = useController({ control, name })
  const segments = Object.entries(options).map(([value, hint]) => ({ value, label: value, hint }))
  return <Segmented label={label} value={field.value} onChange={field.onChange} options={segments} />
}
