import { describe, expect, it } from 'vitest'
import { candlesNeeded, wilderAtr } from './atr.ts'

/** Creates candles from high, low and close. */
const candles = (...rows: [string, string, string][]) =>
  rows.map(([high, low, close]) => ({ high, low, close }))

describe('the ATR of daily candles', () => {
  const days = candles(['3', '1', '2'], ['4', '2', '3'], ['6', '3', '5'], ['7', '4', '6'])

  it('starts as the mean of the true ranges and is then smoothed by Wilder’s factor', () => {
    expect(wilderAtr(days.slice(0, 3), 3)).toBe('2.33333333')
    expect(wilderAtr(days, 3)).toBe('2.55555556')
  })

  it('includes the gap from the previous day', () => {
    expect(wilderAtr(candles(['3', '1', '2'], ['10', '9', '9.5']), 2)).toBe('5')
    expect(wilderAtr(candles(['10', '8', '9'], ['2', '1', '1.5']), 2)).toBe('5')
  })

  it('hardly depends on its first values once it has read the required number of candles', () => {
    const calm = Array.from(
      { length: candlesNeeded(14) },
      () => ['11', '10', '10.5'] as [string, string, string],
    )
    const wild = calm.map((row, day) => (day < 14 ? (['12', '10', '10.5'] as typeof row) : row))
    expect(calm).toHaveLength(70)
    expect(wilderAtr(candles(...calm), 14)).toBe('1')
    expect(Number(wilderAtr(candles(...wild), 14))).toBeLessThan(1.02)
  })

  it('is unknown with fewer candles than its period', () => {
    expect(wilderAtr(days.slice(0, 2), 3)).toBeNull()
    expect(wilderAtr([], 1)).toBeNull()
  })

  it('is unknown if a candle contains a price that is not a number', () => {
    expect(wilderAtr(candles(['3', '1', '2'], ['x', '2', '3']), 2)).toBeNull()
  })
})
