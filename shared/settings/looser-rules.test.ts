import { describe, expect, it } from 'vitest'
import { defaultTradingRules, looserRules, tradingSettingList } from './trading-settings.ts'

describe('a change of a trading setting', () => {
  it.each(tradingSettingList)('is looser only in the setting’s looser direction: %s', (name, setting) => {
    const [strict, loose] =
      setting.kind === 'number'
        ? setting.looser === 'higher'
          ? [setting.min, setting.max]
          : [setting.max, setting.min]
        : setting.kind === 'switch'
          ? [!setting.looser, setting.looser]
          : [Object.keys(setting.options).find((option) => option !== setting.looser), setting.looser]
    const [before, after] = [strict, loose].map((value) => ({ ...defaultTradingRules, [name]: value }))
    if (!before || !after) throw new Error('There are two')
    expect(looserRules(before, after)).toEqual([name])
    expect(looserRules(after, before)).toEqual([])
    expect(looserRules(after, after)).toEqual([])
  })
})
