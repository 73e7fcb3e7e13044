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

/** Every trading setting, those of one row side by side: a rule's switch next to its number. */
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
