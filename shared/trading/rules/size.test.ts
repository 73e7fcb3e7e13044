import { describe, expect, it } from 'vitest'
import { Big } from '../model/decimal.ts'
import type { Market, Snapshot } from '../model/snapshot.ts'
import {
  aMarket,
  aSnapshot,
  anAlert,
  anInstrument,
  aWorth,
  someSettings,
  told,
} from '../../../infra/dev/testing/trading-values.ts'
import { defaultStrategyRules } from '../../strategies/strategy-rules.ts'
import type { Terms } from './order.ts'
import * as sizing from './size.ts'

const size = told(sizing.size, sizing.sizeInWords)

const terms = (change: Partial<Terms> = {}): Terms => ({
  direction: 'BUY',
  price: new Big('1000'),
  market: aMarket({ bid: '999', offer: '1001', name: 'Apple' }),
  instrument: anInstrument({ openingPriceMultiplePercentage: '100' }),
  ...change,
})

describe('the size', () => {
  const sized = (
    change: Partial<Terms> = {},
    orderType: 'LIMIT' | 'MARKET' = 'LIMIT',
    more: Partial<Snapshot> = {},
  ) => {
    const verdict = size(aSnapshot({ settings: someSettings({ orderType }), ...more }), terms(change), {
      stop: new Big('20'),
    })
    return verdict.kind === 'passed'
      ? { ...verdict, found: [verdict.found.level?.toFixed() ?? null, verdict.found.size.toFixed()] }
      : verdict
  }
  const bet = (maxPositionSize: string, percent = '100') =>
    anInstrument({ maxPositionSize, openingPriceMultiplePercentage: percent })
  const market = (change: Partial<Market>) => aMarket({ bid: '999', offer: '1001', ...change })

  it('is the max position size divided by the level, rounded down to two decimals', () => {
    expect(sized({ instrument: bet('12345.67') })).toEqual({
      kind: 'passed',
      found: ['1000', '12.34'],
      actual: '12.34, worth 12,340.00 GBP',
      required: 'at least 0.1, worth at most 12,345.67 GBP',
      sentence: 'the size is 12.34 (12,345.67 GBP ÷ 1,000), worth 12,340.00 GBP',
    })
  })

  it('is explained with the value of one unit of price, the exchange rate and the strategy’s share of the max position size', () => {
    const worth = aWorth({ unitValue: '10', exchangeRate: '1.25', accountCurrency: null })
    const strategies = { orb: { ...defaultStrategyRules, sizePercent: 50 } }
    const more = { alert: anAlert({ strategy: 'orb' }), settings: someSettings({ strategies }) }
    const instrument = bet('100000')
    expect(
      sized({ instrument, market: market({ currencyCode: 'USD', worth }) }, 'LIMIT', more),
    ).toMatchObject({
      found: ['1000', '6.25'],
      sentence:
        "the size is 6.25 (50,000 in account currency, 50% of 100,000, ÷ (1,000 × 10 USD, 1.25 USD to the account's currency)), worth 50,000.00 in account currency",
    })
  })

  it('is refused if the value of a position is unknown', () => {
    const worth = { kind: 'unknown', reason: 'there is no lot size' } as const
    expect(sized({ market: market({ name: 'Apple', worth }) })).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      actual: 'unknown value',
      required: 'at least 0.1',
      sentence: 'the value of a position in Apple is unknown: there is no lot size',
    })
  })

  it.each([
    [1, 'until 1 more order is placed'],
    [2, 'until 2 more orders are placed'],
  ])(
    'is the market’s minimum while %i of the first orders after switching to LIVE are left',
    (left, until) => {
      const more = { smallestFirst: { since: 1, left }, settings: someSettings({ smallestFirst: 3 }) }
      expect(sized({ instrument: bet('10000') }, 'LIMIT', more)).toMatchObject({
        found: ['1000', '0.1'],
        actual: '0.1, worth 100.00 GBP',
        required: 'at least 0.1; the minimum size for your first 3 orders after going live',
        sentence: `the size is 0.1, the market’s minimum, ${until} after going live. It would otherwise be 10 (10,000 GBP ÷ 1,000)`,
      })
    },
  )

  it('is calculated at a working order’s own level', () => {
    expect(sized({ instrument: bet('10000', '200') })).toMatchObject({ found: ['500', '20'] })
    expect(sized({ direction: 'SELL', instrument: bet('10000', '200') })).toMatchObject({
      found: ['2000', '5'],
    })
  })

  it('is calculated at the offer for a market BUY, at the bid for a market SELL, and at the alert’s price if there is no quote', () => {
    const quoted = { instrument: bet('100100'), market: market({ bid: '910', offer: '1001' }) }
    expect(sized(quoted, 'MARKET')).toMatchObject({ found: [null, '100'] })
    expect(sized({ ...quoted, direction: 'SELL' }, 'MARKET')).toMatchObject({ found: [null, '110'] })
    const unquoted = { instrument: bet('100100'), market: market({ bid: null, offer: null }) }
    expect(sized(unquoted, 'MARKET')).toMatchObject({ found: [null, '100.1'] })
    expect(sized({ ...unquoted, direction: 'SELL' }, 'MARKET')).toMatchObject({ found: [null, '100.1'] })
  })

  it('is rounded down to the market’s own step', () => {
    expect(sized({ instrument: bet('12999'), market: market({ sizeStep: '0.5' }) })).toMatchObject({
      found: ['1000', '12.5'],
    })
    expect(sized({ instrument: bet('12999'), market: market({ sizeStep: '1' }) })).toMatchObject({
      found: ['1000', '12'],
    })
  })

  it.each([
    ['501', 'passed'],
    ['500', 'passed'],
    ['499.99', 'refused'],
  ])('is, with %s to spend at 1,000 and a minimum of 0.5, %s', (most, kind) => {
    expect(sized({ instrument: bet(most), market: market({ minDealSize: '0.5' }) }).kind).toBe(kind)
  })

  it('is never rounded up to the minimum', () => {
    expect(sized({ instrument: bet('430'), market: market({ minDealSize: '0.5' }) })).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      actual: '0.43',
      required: 'at least 0.5',
      sentence: 'a size of 0.43 (430 GBP ÷ 1,000) is below the market’s minimum of 0.5 (worth 500.00 GBP)',
    })
  })

  it('is refused if it is zero, even if the market has no minimum', () => {
    expect(sized({ instrument: bet('9.99'), market: market({ minDealSize: '0' }) })).toMatchObject({
      kind: 'refused',
      actual: '0',
    })
    expect(sized({ instrument: bet('10'), market: market({ minDealSize: '0' }) }).kind).toBe('passed')
  })

  it('is refused if the level rounds to zero', () => {
    const tiny = { price: new Big('0.004'), instrument: bet('100') }
    expect(sized(tiny)).toEqual({
      kind: 'refused',
      outcome: 'REFUSED',
      actual: 'level 0',
      required: 'at least 0.1',
      sentence: 'can’t size an order at a level of 0',
    })
    expect(sized({ ...tiny, price: new Big('0.01') }).kind).toBe('passed')
  })
})
