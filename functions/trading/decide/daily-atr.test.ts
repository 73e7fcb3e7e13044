import { describe, expect, it } from 'vitest'
import { aMarket, anAlert, anInstrument, now } from '../../../infra/dev/testing/trading-values.ts'
import { candlesInBrokersUnits, dailyAtr } from './daily-atr.ts'
import type { BrokerLogin } from '../ports/broker.ts'
import type { Candle, Line } from '../ports/daily-prices.ts'
import { calmWorld } from '../../../infra/dev/simulation/engine.ts'

const day = 24 * 3_600_000
/** Daily candles with the same close, a high 2 above it and a low 2 below it. Their ATR is 4. */
const candles = (count: number, close: number): Candle[] =>
  Array.from({ length: count }, (_, index) => ({
    at: now - (count - index) * day,
    high: String(close + 2),
    low: String(close - 2),
    close: String(close),
  }))
const login: BrokerLogin = { userId: 'ann', mode: 'DEMO', accountId: 'ZZ1AB', credentialsVersion: 3 }
const snapshot = { instrument: anInstrument(), alert: anAlert() }

describe('the daily ATR', () => {
  it('is computed from Yahoo’s candles in IG’s units without using IG’s points, and is stored for the day', async () => {
    const { ports, calls } = calmWorld()
    let asked = 0
    const dailyPrices = {
      readDailyCandles: async () => {
        asked += 1
        return candles(70, 229)
      },
    }
    for (let time = 0; time < 2; time += 1)
      expect(await dailyAtr({ ...ports, dailyPrices }, login, snapshot)).toEqual({ 14: '400' })
    expect([asked, calls]).toEqual([1, []])
  })

  it.each([
    ['knows nothing', null],
    ['quotes another unit', candles(70, 22_900)],
    ['stopped weeks ago', candles(70, 229).map((candle) => ({ ...candle, at: candle.at - 30 * day }))],
    ['has too few', candles(14, 229)],
  ])('is computed from IG if Yahoo %s', async (_words, offered) => {
    const { ports, calls } = calmWorld({ readDailyCandles: async () => candles(70, 22_900) })
    const dailyPrices = { readDailyCandles: async () => offered }
    expect(await dailyAtr({ ...ports, dailyPrices }, login, snapshot)).toEqual({ 14: '4' })
    expect(calls).toEqual(['readDailyCandles'])
  })

  it.each([
    ['-', 'USD'],
    ['DFB', null],
  ])(
    'is requested in the currency in which IG quotes, if IG reports it: expiry %s',
    async (expiry, currency) => {
      const { ports } = calmWorld()
      const lines: Line[] = []
      const dailyPrices = {
        readDailyCandles: async (line: Line) => {
          lines.push(line)
          return candles(70, 229)
        },
      }
      const market = aMarket({ expiry, currencyCode: 'USD' })
      await dailyAtr({ ...ports, dailyPrices }, login, { ...snapshot, market })
      expect(lines).toEqual([{ yahooSymbol: 'AAPL', marketAndSymbol: 'NASDAQ:AAPL', currency }])
    },
  )

  it('is unknown if neither Yahoo nor IG has candles', async () => {
    const { ports, tables } = calmWorld()
    expect(await dailyAtr(ports, login, snapshot)).toEqual({ 14: null })
    expect([...tables.dailyAtr.values()]).toEqual([])
  })

  it('is requested again if IG sent no candle, because such a request uses up no points', async () => {
    const answers = [[], candles(70, 22_900)]
    const { ports, calls } = calmWorld({ readDailyCandles: async () => answers.shift() ?? [] })
    expect(await dailyAtr(ports, login, snapshot)).toEqual({ 14: null })
    for (const userId of ['bob', 'ann'])
      expect(await dailyAtr(ports, { ...login, userId }, snapshot)).toEqual({ 14: '4' })
    expect(calls).toEqual(['readDailyCandles', 'readDailyCandles'])
  })

  it('is not requested again on the same day if both Yahoo and IG had too few candles', async () => {
    const { ports, calls } = calmWorld({ readDailyCandles: async () => candles(13, 22_900) })
    const dailyPrices = { readDailyCandles: async () => candles(13, 229) }
    for (const userId of ['ann', 'bob'])
      expect(await dailyAtr({ ...ports, dailyPrices }, { ...login, userId }, snapshot)).toEqual({
        14: null,
      })
    expect(calls).toEqual(['readDailyCandles'])
  })

  it.each([
    ['symbol', { yahooSymbol: 'WILD' }, '12000'],
    ['multiplier', { tradingViewPriceMultiplier: '1' }, '4'],
  ])(
    'is computed separately for a row with another %s, and again as soon as a row is corrected',
    async (...given) => {
      const [, wrong, misled] = given
      const { ports } = calmWorld()
      const dailyPrices = {
        readDailyCandles: async ({ yahooSymbol }: Line) =>
          candles(70, 229).map((candle) =>
            yahooSymbol === 'WILD' ? { ...candle, high: '289', low: '169' } : candle,
          ),
      }
      const atrOf = (userId: string, row: object) =>
        dailyAtr(
          { ...ports, dailyPrices },
          { ...login, userId },
          {
            ...snapshot,
            instrument: anInstrument(row),
          },
        )
      expect(await atrOf('bob', wrong)).toEqual({ 14: misled })
      expect(await atrOf('ann', {})).toEqual({ 14: '400' })
      expect(await atrOf('bob', {})).toEqual({ 14: '400' })
    },
  )

  it('is accepted if the last close is at most 15 percent from the alert’s price', () => {
    const given = { multiplier: '1', price: '100', now, fewest: 1 }
    expect(candlesInBrokersUnits(candles(15, 115), given)).not.toBeNull()
    expect(candlesInBrokersUnits(candles(15, 115.1), given)).toBeNull()
  })
})
