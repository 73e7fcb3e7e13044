import { useController } from 'react-hook-form'
import {
  type ChoiceSetting,
  type NumberSetting,
  type SwitchSetting,
  type TradingSetting,
  tradingSettingList,
  type TradingSettingName,
} from '../../../shared/settings/trading-settings.ts'
import { formatNumber } from '../../../shared/platform/figures.ts'
import { type NameOf, type SettingsValues, useSettingsForm } from './settings-form.ts'
import { SwitchField } from '../../components/switch-field.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { NumberField } from '../../components/number-field.tsx'

const Rule = ({ name, setting }: { readonly name: TradingSettingName; readonly setting: TradingSetting }) => {
  switch (setting.kind) {
    case 'choice':
      return <RuleChoice name={name as NameOf<string>} setting={setting} />
    case 'number':
      return <RuleNumber name={name as NameOf<number>} setting={setting} />
    case 'switch':
      return <RuleSwitch name={name as NameOf<boolean>} setting={setting} />
  }
}

/** Edits every trading setting. A rule's switch and its number are in the same row. */
export const TradingRules = () => {
  const rows = Object.groupBy(tradingSettingList, ([, { row }]) => row)
  return (
    <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      {Object.values(rows).map((settings) =>
        settings?.map(([name, setting], place) => (
          <div
            key={name}
            data-setting={name}
            className={settings.length > 1 && place === 0 ? 'sm:col-start-1' : ''}
          >
            <Rule name={name} setting={setting} />
          </div>
        )),
      )}
    </div>
  )
}

type SwitchProps = { readonly name: NameOf<boolean>; readonly setting: SwitchSetting }

const RuleSwitch = ({ name, setting: { label, hint } }: SwitchProps) => {
  const { control } = useSettingsForm()
  const { field } = useController({ control, name })
  return <SwitchField label={label} hint={hint} checked={field.value} onChange={field.onChange} />
}

type ChoiceProps = { readonly name: NameOf<string>; readonly setting: ChoiceSetting }

const RuleChoice = ({ name, setting: { label, options } }: ChoiceProps) => {
  const { control } = useSettingsForm()
  const { field } = useController({ control, name })
  const segments = Object.entries(options).map(([value, hint]) => ({ value, label: value, hint }))
  return <Segmented label={label} value={field.value} onChange={field.onChange} options={segments} />
}

type NumberProps = { readonly name: NameOf<number>; readonly setting: NumberSetting }

const RuleNumber = ({ name, setting: { label, hint, min, max, ...setting } }: NumberProps) => {
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
