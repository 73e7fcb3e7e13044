import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aMarket,
  anAlert,
  anInstrument,
  aSnapshot,
  aWorth,
  now,
  someLimitsSeen,
  someSettings,
  told,
} from '../../../infra/dev/testing/trading-values.ts'
import type { InstrumentFields } from '../../instruments/instrument.schema.ts'
import { defaultStrategyRules, type StrategyRules } from '../../strategies/strategy-rules.ts'
import { Big } from '../model/decimal.ts'
import type { Market, Snapshot } from '../model/snapshot.ts'
import type { EquityReading } from '../model/watch.ts'
import { atrKnown } from './order.ts'
import * as sizing from './size.ts'

const size = told(sizing.size, sizing.sizeInWords)

const withReading = (change: Partial<EquityReading> = {}): Partial<Snapshot> => {
  const seen = someLimitsSeen()
  const reading = { at: now, balance: '10000', profitLoss: '240', margin: '0', currency: 'GBP', ...change }
  return { limits: { ...seen, watch: { ...seen.watch, reading } } }
}

/** Sizes a bet on Apple in cents: 10,240 GBP of equity, an ATR of 1,778 points, and a stop at half the ATR. */
const sized = (
  instrument: Partial<InstrumentFields>,
  market: Partial<Market> = {},
  more: Partial<Snapshot> = {},
) =>
  size(
    aSnapshot({ settings: someSettings({ orderType: 'MARKET' }), ...withReading(), ...more }),
    {
      direction: 'BUY',
      price: new Big('22986'),
      market: aMarket({ minDealSize: '0.01', ...market }),
      instrument: anInstrument({ maxPositionSize: '10000', ...instrument }),
    },
    { stop: new Big('1778') },
  )
const sizeOf = (verdict: ReturnType<typeof sized>) =>
  verdict.kind === 'passed' ? verdict.found.size.toFixed() : verdict

describe('the size by risk', () => {
  it('is a share of the equity, including open profit, divided by the loss at the stop', () => {
    const verdict = sized({ riskPercent: '0.5' })
    expect(sizeOf(verdict)).toBe('0.05')
    expect(verdict).toMatchObject({
      actual: '0.05, worth 1,149.60 GBP, and loses £44.45 at its stop',
      required: 'at least 0.01, worth at most 10,000 GBP and losing at most £51.20',
      sentence:
        'the size is 0.05 (0.5% of £10,240.00 = £51.20 ÷ 889 points = 0.05), worth 1,149.60 GBP, and loses £44.45 at its stop',
    })
  })

  it('is derived from an amount of money without reading the equity', () => {
    const verdict = sized({ riskAmount: '100' }, {}, { limits: undefined })
    expect(sizeOf(verdict)).toBe('0.11')
    expect(verdict).toMatchObject({
      sentence:
        'the size is 0.11 (£100.00 ÷ 889 points = 0.11), worth 2,529.12 GBP, and loses £97.79 at its stop',
    })
  })

  it.each([
    ['the amount', '50', 'the size is 0.05 (£50.00 ÷ 889 points = 0.05)'],
    ['the percentage', '60', 'the size is 0.05 (0.5% of £10,240.00 = £51.20 ÷ 889 points = 0.05)'],
  ])('uses %s if both are set and it is smaller', (_name, riskAmount, sentence) => {
    expect(sized({ riskPercent: '0.5', riskAmount })).toMatchObject({
      sentence: expect.stringContaining(sentence) as string,
    })
  })

  it('is explained with the value of a point if that is not one unit of the account’s currency', () => {
    const worth = aWorth({ unitValue: '10', exchangeRate: '1.3' })
    expect(sized({ riskPercent: '5' }, { currencyCode: 'USD', worth, minDealSize: '0.01' })).toMatchObject({
      sentence:
        "the size is 0.05 (5% of £10,240.00 = £512.00 ÷ (889 points × 7.692308 GBP) = 0.07, capped by your max position size: 10,000 GBP ÷ (22,992 × 10 USD, 1.3 USD to the account's GBP)), worth 8,843.08 GBP, and loses £341.92 at its stop",
    })
  })

  it('is never above the max position size, or the strategy’s share of it', () => {
    expect(sizeOf(sized({ riskPercent: '50', maxPositionSize: '4600' }))).toBe('0.2')
    const strategies = { orb: { ...defaultStrategyRules, sizePercent: 50 } }
    const more = {
      alert: anAlert({ strategy: 'orb' }),
      settings: someSettings({ strategies, orderType: 'MARKET' }),
    }
    expect(sizeOf(sized({ riskPercent: '50', maxPositionSize: '4600' }, {}, more))).toBe('0.1')
  })

  const ofStrategy = (rules: Partial<StrategyRules>) => ({
    alert: anAlert({ strategy: 'orb' }),
    settings: someSettings({
      orderType: 'MARKET',
      strategies: { orb: { ...defaultStrategyRules, ...rules } },
    }),
  })

  it.each<[string, Partial<StrategyRules>, string]>([
    ['its percentage', { riskPercent: 1 }, '0.11'],
    ['its amount', { riskAmount: 200 }, '0.22'],
    ['nothing', {}, '0.05'],
  ])('uses the strategy’s setting of %s before the instrument’s', (_name, rules, expected) => {
    expect(sizeOf(sized({ riskPercent: '0.5' }, {}, ofStrategy(rules)))).toBe(expected)
  })

  it('is limited only by its value if no risk is set, as in rows of release 0.2.0', () => {
    const { riskPercent: _, riskAmount: __, ...earlier } = defaultStrategyRules
    const more = {
      ...ofStrategy({}),
      settings: someSettings({
        orderType: 'MARKET',
        strategies: { orb: earlier as StrategyRules },
      }),
    }
    expect(sizeOf(sized({}, {}, { ...more, limits: undefined }))).toBe('0.43')
    expect(sizeOf(sized({ riskPercent: null, riskAmount: null }, {}, { limits: undefined }))).toBe('0.43')
  })

  it('requests the equity if it is unknown or was read more than a minute ago', () => {
    const asks = { kind: 'unread', needs: 'limits' }
    expect(sized({ riskPercent: '0.5' }, {}, { limits: undefined })).toEqual(asks)
    expect(sized({ riskPercent: '0.5' }, {}, withReading({ at: now - 60_001 }))).toEqual(asks)
    expect(sizeOf(sized({ riskPercent: '0.5' }, {}, withReading({ at: now - 60_000 })))).toBe('0.05')
  })

  it.each<[string, Partial<InstrumentFields>, Partial<Market>, Partial<Snapshot>, string]>([
    [
      'the equity',
      { riskPercent: '1' },
      {},
      withReading({ balance: '100', profitLoss: '-350' }),
      'can’t size an order by risk with an equity of −£250.00',
    ],
    [
      'the stop',
      { riskPercent: '1', atrStopLossMultiplePercentage: '0.0001' },
      {},
      {},
      'the stop on Apple Inc (All Sessions) rounds to 0 points, so the size by risk is unknown',
    ],
    [
      'the rate',
      { riskPercent: '1' },
      {},
      withReading({ currency: 'EUR' }),
      'the account is in EUR, but the exchange rate is to GBP, so the size by risk is unknown',
    ],
    [
      'the value of a point',
      { riskPercent: '1' },
      { worth: { kind: 'unknown', reason: 'IG gives no lot size' } },
      {},
      'the value of a position in Apple Inc (All Sessions) is unknown: IG gives no lot size',
    ],
  ])('is refused, and never replaced, if %s is unknown', (_name, instrument, market, more, sentence) => {
    expect(sized(instrument, market, more)).toMatchObject({ kind: 'refused', outcome: 'REFUSED', sentence })
  })

  it('is refused if it is below the market’s minimum size, because the minimum would lose more than the risk', () => {
    expect(sized({ riskPercent: '0.5' }, { minDealSize: '0.1' })).toMatchObject({
      kind: 'refused',
      actual: '0.05',
      required: 'at least 0.1',
      sentence:
        'a size of 0.05 (0.5% of £10,240.00 = £51.20 ÷ 889 points = 0.05) is below the market’s minimum of 0.1 (worth 2,299.20 GBP; it would lose £88.90 at its stop)',
    })
  })

  it('is the minimum size for the first orders in LIVE, and is refused if that size would lose more than the risk', () => {
    const first = {
      smallestFirst: { since: 1, left: 2 },
      settings: someSettings({ orderType: 'MARKET', smallestFirst: 3 }),
    }
    expect(sizeOf(sized({ riskPercent: '0.5' }, {}, first))).toBe('0.01')
    expect(sized({ riskPercent: '0.5' }, { minDealSize: '0.1' }, first).kind).toBe('refused')
  })

  it('is rounded down to the market’s own step', () => {
    expect(sizeOf(sized({ riskPercent: '20' }, { sizeStep: '0.5' }))).toMatchObject({ kind: 'refused' })
    expect(sizeOf(sized({ riskPercent: '20', maxPositionSize: '100000' }, { sizeStep: '0.5' }))).toBe('2')
  })
})

/**
 * A trade may lose 1% of the equity: 100 of 10,000 in GBP, EUR and USD, and 20,000 of 2,000,000 in JPY. A bet of 1 is
 * worth 1 unit of the account's currency a point. A CFD is in the market's currency. The rates are units of the market's
 * currency per unit of the account's currency.
 *
 *            GBP into      USD into       JPY into
 *   GBP      1             1.25           200
 *   EUR      0.8           1.1            160
 *   USD      0.8           1              150
 *   JPY      0.005         0.00625        1
 */
const accounts = {
  GBP: { equity: '10000', GBP: '1', USD: '1.25', JPY: '200' },
  EUR: { equity: '10000', GBP: '0.8', USD: '1.1', JPY: '160' },
  USD: { equity: '10000', GBP: '0.8', USD: '1', JPY: '150' },
  JPY: { equity: '2000000', GBP: '0.005', USD: '0.00625', JPY: '1' },
} as const

type Dealt = Pick<Market, 'scalingFactor' | 'decimalPlaces'> & {
  readonly unitValue: string
  readonly price: string
  readonly atr: string
  readonly multiplier?: string
}
type Kind = {
  readonly currency: 'GBP' | 'USD' | 'JPY'
  readonly bet: Dealt
  readonly cfd: Dealt
}

const kinds = {
  // Vodafone is at 80 pence, with a stop of 4 points. A CFD is worth 0.01 GBP a point.
  'share in pence': {
    currency: 'GBP',
    bet: { unitValue: '1', scalingFactor: '1', decimalPlaces: 2, price: '80', atr: '8' },
    cfd: { unitValue: '0.01', scalingFactor: '1', decimalPlaces: 2, price: '80', atr: '8' },
  },
  // Apple is at 230 USD, with a stop of 2.10 USD, or 210 points. The bet is quoted in cents. The CFD is quoted in
  // dollars, and gains 1 USD if the price rises by 1 USD.
  'US share': {
    currency: 'USD',
    bet: {
      unitValue: '1',
      scalingFactor: '1',
      decimalPlaces: 2,
      price: '230',
      atr: '4.2',
      multiplier: '100',
    },
    cfd: { unitValue: '1', scalingFactor: '100', decimalPlaces: 2, price: '230', atr: '4.2' },
  },
  // The FTSE 100 is at 8,000, with a stop of 50 points. A CFD is worth 10 GBP a point.
  index: {
    currency: 'GBP',
    bet: { unitValue: '1', scalingFactor: '1', decimalPlaces: 1, price: '8000', atr: '100' },
    cfd: { unitValue: '10', scalingFactor: '1', decimalPlaces: 1, price: '8000', atr: '100' },
  },
  // EUR/USD is at 1.1, with a stop of 0.0040, or 40 points. A CFD is worth 10 USD a point.
  'FX pair': {
    currency: 'USD',
    bet: { unitValue: '10000', scalingFactor: '10000', decimalPlaces: 5, price: '1.1', atr: '0.008' },
    cfd: { unitValue: '100000', scalingFactor: '10000', decimalPlaces: 5, price: '1.1', atr: '0.008' },
  },
  // USD/JPY is at 150, with a stop of 0.50, or 50 points. A CFD is worth 1,000 JPY a point.
  'JPY pair': {
    currency: 'JPY',
    bet: { unitValue: '100', scalingFactor: '100', decimalPlaces: 3, price: '150', atr: '1' },
    cfd: { unitValue: '100000', scalingFactor: '100', decimalPlaces: 3, price: '150', atr: '1' },
  },
  // Copper is at 4.20 USD on TradingView and 42,000 at IG, with a stop of 0.04 USD, or 400 points. A CFD is worth 2.5
  // USD a point.
  'one with a price multiplier': {
    currency: 'USD',
    bet: {
      unitValue: '1',
      scalingFactor: '1',
      decimalPlaces: 1,
      price: '4.2',
      atr: '0.08',
      multiplier: '10000',
    },
    cfd: {
      unitValue: '2.5',
      scalingFactor: '1',
      decimalPlaces: 1,
      price: '4.2',
      atr: '0.08',
      multiplier: '10000',
    },
  },
} as const satisfies Record<string, Kind>

/**
 * The expected size is the risk in the dealing currency ÷ (points × value of a point), rounded down to two decimals.
 */
const table: readonly (readonly [keyof typeof accounts, 'bet' | 'cfd', keyof typeof kinds, string])[] = [
  ['GBP', 'bet', 'share in pence', '25'], // 100 ÷ 4
  ['EUR', 'bet', 'share in pence', '25'],
  ['USD', 'bet', 'share in pence', '25'],
  ['JPY', 'bet', 'share in pence', '5000'], // 20,000 ÷ 4
  ['GBP', 'cfd', 'share in pence', '2500'], // 100 GBP ÷ (4 × 0.01)
  ['EUR', 'cfd', 'share in pence', '2000'], // 80 GBP ÷ 0.04
  ['USD', 'cfd', 'share in pence', '2000'], // 80 GBP ÷ 0.04
  ['JPY', 'cfd', 'share in pence', '2500'], // 20,000 × 0.005 = 100 GBP ÷ 0.04
  ['GBP', 'bet', 'US share', '0.47'], // 100 ÷ 210 = 0.476
  ['EUR', 'bet', 'US share', '0.47'],
  ['USD', 'bet', 'US share', '0.47'],
  ['JPY', 'bet', 'US share', '95.23'], // 20,000 ÷ 210 = 95.238
  ['GBP', 'cfd', 'US share', '59.52'], // 125 USD ÷ 2.1 = 59.523
  ['EUR', 'cfd', 'US share', '52.38'], // 110 USD ÷ 2.1 = 52.380
  ['USD', 'cfd', 'US share', '47.61'], // 100 USD ÷ 2.1 = 47.619
  ['JPY', 'cfd', 'US share', '59.52'], // 20,000 × 0.00625 = 125 USD ÷ 2.1
  ['GBP', 'bet', 'index', '2'], // 100 ÷ 50
  ['EUR', 'bet', 'index', '2'],
  ['USD', 'bet', 'index', '2'],
  ['JPY', 'bet', 'index', '400'], // 20,000 ÷ 50
  ['GBP', 'cfd', 'index', '0.2'], // 100 GBP ÷ (50 × 10)
  ['EUR', 'cfd', 'index', '0.16'], // 80 GBP ÷ 500
  ['USD', 'cfd', 'index', '0.16'],
  ['JPY', 'cfd', 'index', '0.2'], // 100 GBP ÷ 500
  ['GBP', 'bet', 'FX pair', '2.5'], // 100 ÷ 40
  ['EUR', 'bet', 'FX pair', '2.5'],
  ['USD', 'bet', 'FX pair', '2.5'],
  ['JPY', 'bet', 'FX pair', '500'], // 20,000 ÷ 40
  ['GBP', 'cfd', 'FX pair', '0.31'], // 125 USD ÷ (40 × 10) = 0.3125
  ['EUR', 'cfd', 'FX pair', '0.27'], // 110 USD ÷ 400 = 0.275
  ['USD', 'cfd', 'FX pair', '0.25'], // 100 USD ÷ 400
  ['JPY', 'cfd', 'FX pair', '0.31'], // 125 USD ÷ 400
  ['GBP', 'bet', 'JPY pair', '2'], // 100 ÷ 50
  ['EUR', 'bet', 'JPY pair', '2'],
  ['USD', 'bet', 'JPY pair', '2'],
  ['JPY', 'bet', 'JPY pair', '400'], // 20,000 ÷ 50
  ['GBP', 'cfd', 'JPY pair', '0.4'], // 20,000 JPY ÷ (50 × 1,000)
  ['EUR', 'cfd', 'JPY pair', '0.32'], // 16,000 JPY ÷ 50,000
  ['USD', 'cfd', 'JPY pair', '0.3'], // 15,000 JPY ÷ 50,000
  ['JPY', 'cfd', 'JPY pair', '0.4'], // 20,000 JPY ÷ 50,000
  ['GBP', 'bet', 'one with a price multiplier', '0.25'], // 100 ÷ 400
  ['EUR', 'bet', 'one with a price multiplier', '0.25'],
  ['USD', 'bet', 'one with a price multiplier', '0.25'],
  ['JPY', 'bet', 'one with a price multiplier', '50'], // 20,000 ÷ 400
  ['GBP', 'cfd', 'one with a price multiplier', '0.12'], // 125 USD ÷ (400 × 2.5) = 0.125
  ['EUR', 'cfd', 'one with a price multiplier', '0.11'], // 110 USD ÷ 1,000
  ['USD', 'cfd', 'one with a price multiplier', '0.1'], // 100 USD ÷ 1,000
  ['JPY', 'cfd', 'one with a price multiplier', '0.12'], // 125 USD ÷ 1,000
]

describe('the size by risk for accounts and markets', () => {
  it.each(table)('is exact in %s for a %s on “%s”: %s', (currency, account, kind, expected) => {
    const { equity, ...rates } = accounts[currency]
    const market: Kind = kinds[kind]
    const { unitValue, scalingFactor, decimalPlaces, price, atr, multiplier = '1' } = market[account]
    const exchangeRate = account === 'bet' ? '1' : rates[market.currency]
    const instrument = anInstrument({
      riskPercent: '1',
      maxPositionSize: '1000000000',
      tradingViewPriceMultiplier: multiplier,
    })
    const snapshot = aSnapshot({
      alert: anAlert({ atr: { 14: atr } }),
      settings: someSettings({ orderType: 'MARKET' }),
      ...withReading({ balance: equity, profitLoss: '0', currency }),
    })
    const known = atrKnown(snapshot, instrument)
    const verdict = sizing.size(
      snapshot,
      {
        direction: 'BUY',
        price: new Big(price).times(multiplier),
        instrument,
        market: aMarket({
          bid: null,
          offer: null,
          minDealSize: '0.01',
          currencyCode: account === 'bet' ? currency : market.currency,
          scalingFactor,
          decimalPlaces,
          worth: aWorth({ unitValue, exchangeRate, accountCurrency: currency }),
        }),
      },
      known.kind === 'passed' ? known.found : { stop: new Big(0) },
    )
    expect(verdict.kind === 'passed' && verdict.found.size.toFixed()).toBe(expected)
  })
})

describe('any size by risk', () => {
  const decimal = (min: number, max: number, places: number) =>
    fc
      .integer({ min: Math.round(min * 10 ** places), max: Math.round(max * 10 ** places) })
      .map((value) => new Big(value).div(10 ** places).toFixed())

  it('loses at most the risk at its stop, and the position is worth at most the max position size', () => {
    const given = fc.record({
      unitValue: fc.constantFrom('0.01', '1', '2.5', '10', '10000', '100000'),
      exchangeRate: decimal(0.005, 200, 5),
      scalingFactor: fc.constantFrom('1', '100', '10000'),
      sizeStep: fc.constantFrom(null, '0.01', '0.1', '0.5', '1'),
      price: decimal(0.01, 30_000, 2),
      atr: decimal(0.01, 500, 2),
      stopPercent: decimal(1, 400, 1),
      balance: decimal(100, 1_000_000, 2),
      riskPercent: decimal(0.01, 100, 2),
      riskAmount: fc.option(decimal(1, 10_000, 2)),
      maxPositionSize: decimal(1, 1_000_000, 2),
    })
    fc.assert(
      fc.property(given, (drawn) => {
        const { unitValue, exchangeRate, scalingFactor, sizeStep, price, atr, balance, stopPercent } = drawn
        const { riskPercent, riskAmount, maxPositionSize } = drawn
        const verdict = sizing.size(
          aSnapshot({
            settings: someSettings({ orderType: 'MARKET' }),
            ...withReading({ balance, profitLoss: '0' }),
          }),
          {
            direction: 'SELL',
            price: new Big(price),
            instrument: anInstrument({
              riskPercent,
              riskAmount,
              maxPositionSize,
              atrStopLossMultiplePercentage: stopPercent,
            }),
            market: aMarket({
              bid: null,
              offer: null,
              minDealSize: '0.01',
              scalingFactor,
              sizeStep,
              worth: aWorth({ unitValue, exchangeRate }),
            }),
          },
          { stop: new Big(atr) },
        )
        if (verdict.kind !== 'passed') return
        const { size: found } = verdict.found
        // Compares amounts in the dealing currency, so that nothing is divided. The stop is at most what the ATR
        // allows.
        const loses = found.times(unitValue).times(new Big(atr).times(stopPercent).div(100).round(2, 0))
        const may = [new Big(balance).times(riskPercent).div(100), ...(riskAmount ? [riskAmount] : [])]
        for (const most of may) expect(loses.lte(new Big(most).times(exchangeRate))).toBe(true)
        expect(found.times(price).times(unitValue).lte(new Big(maxPositionSize).times(exchangeRate))).toBe(
          true,
        )
      }),
    )
  })
})
