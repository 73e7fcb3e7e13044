import {
  type TradingSetting,
  tradingSettingList,
  type TradingSettingName,
} from '../../../shared/settings/trading-settings.ts'
import { RuleChoice } from './rule-choice.tsx'
import { RuleNumber } from './rule-number.tsx'
import { RuleSwitch } from './rule-switch.tsx'
import type { NameOf } from './settings-form.ts'

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

/** Every trading setting, those of one row together: a rule's switch next to its number. */
export const TradingRules = () => {
  const rows = Object.groupBy(tradingSettingList, ([, { row }]) => row)
  return (
    <div className="grid gap-5 *:grid *:gap-x-8 *:gap-y-4 *:sm:grid-cols-2 [&>*+*]:border-t [&>*+*]:border-line [&>*+*]:pt-5">
      {Object.entries(rows).map(([row, settings]) => (
        <div key={row}>
          {settings?.map(([name, setting]) => (
            <div key={name} data-setting={name}>
              <Rule name={name} setting={setting} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
