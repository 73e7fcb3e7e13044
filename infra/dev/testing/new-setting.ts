import type * as Declared from '../../../shared/settings/trading-settings.ts'

const maximumOrdersOnMondays = {
  kind: 'number',
  row: 'mondays',
  label: 'Maximum orders on Mondays',
  hint: 'Mondays are slow',
  min: 0,
  max: 9,
  default: 4,
  looser: 'higher',
}

/** Adds a setting that exists only as a declaration. */
export const withNewSetting = (declared: typeof Declared) => ({
  ...declared,
  tradingSettingList: [...declared.tradingSettingList, ['maximumOrdersOnMondays', maximumOrdersOnMondays]],
  defaultTradingRules: { ...declared.defaultTradingRules, maximumOrdersOnMondays: 4 },
})
