import { describe, expect, it } from 'vitest'
import { Big } from '../../../shared/trading/model/decimal.ts'
import * as sizing from '../../../shared/trading/rules/size.ts'
import { anInstrument, aSnapshot, someSettings, told } from '../../../infra/dev/testing/trading-values.ts'
import { marketOf } from './mapper.ts'
import { MarketDetails } from './schemas.ts'

const size = told(sizing.size, sizing.sizeInWords)

/**
 * The parts of IG's market details that sizes depend on, as public clients recorded them. `rate` is IG's
 * `baseExchangeRate`: units of the dealing currency per unit of the account's currency.
 */
type Recorded = {
  readonly epic: string
  readonly expiry?: string
  readonly lotSize: number | null
  readonly scaling: number
  readonly contractSize: string | null
  readonly currency: string
  readonly rate: number | null
  readonly min: number
}

const marketOfRecorded = (recorded: Recorded, accountCurrency: string | null) => {
  const { epic, expiry = '-', lotSize, scaling, contractSize, currency, rate, min } = recorded
  const details = MarketDetails.parse({
    instrument: {
      epic,
      name: epic,
      expiry,
      lotSize,
      contractSize,
      currencies: [{ code: currency, isDefault: true, baseExchangeRate: rate }],
    },
    dealingRules: {
      minDealSize: { unit: 'POINTS', value: min },
      minNormalStopOrLimitDistance: { unit: 'POINTS', value: 1 },
      maxStopOrLimitDistance: { unit: 'PERCENTAGE', value: 75 },
    },
    snapshot: {
      marketStatus: 'TRADEABLE',
      bid: null,
      offer: null,
      decimalPlacesFactor: 5,
      scalingFactor: scaling,
    },
  })
  return marketOf(details, 0, accountCurrency)
}

const sizeOf = (recorded: Recorded, accountCurrency: string, price: string, maxPositionSize: string) => {
  const verdict = size(
    aSnapshot({ settings: someSettings({ orderType: 'MARKET' }) }),
    {
      direction: 'BUY',
      price: new Big(price),
      instrument: anInstrument({ maxPositionSize }),
      market: marketOfRecorded(recorded, accountCurrency),
    },
    { stop: new Big('1') },
  )
  return verdict.kind === 'passed' ? verdict.found.size.toFixed() : verdict
}

const markets = {
  ftseBet: { epic: 'IX.D.FTSE.DAILY.IP', expiry: 'DFB', lotSize: 1, scaling: 1, contractSize: '1', min: 0.5 },
  ftseFutureBet: {
    epic: 'IX.D.FTSE.MONTH1.IP',
    expiry: 'DEC-26',
    lotSize: 1,
    scaling: 1,
    contractSize: '1',
    min: 0.5,
  },
  appleBet: {
    epic: 'UA.D.AAPL.DAILY.IP',
    expiry: 'DFB',
    lotSize: 1,
    scaling: 1,
    contractSize: null,
    min: 0.1,
  },
  ftseCfd: { epic: 'IX.D.FTSE.CFD.IP', lotSize: 10, scaling: 1, contractSize: '10', min: 0.5 },
  ftseFutureCfd: {
    epic: 'IX.D.FTSE.FWM2.IP',
    expiry: 'DEC-26',
    lotSize: 10,
    scaling: 1,
    contractSize: '10',
    min: 0.5,
  },
  goldCfd: { epic: 'CS.D.CFDGOLD.CFDGC.IP', lotSize: 100, scaling: 1, contractSize: '100', min: 0.1 },
  eurUsdCfd: { epic: 'CS.D.EURUSD.CFD.IP', lotSize: 10, scaling: 10_000, contractSize: '100000', min: 0.1 },
  eurUsdMini: { epic: 'CS.D.EURUSD.MINI.IP', lotSize: 1, scaling: 10_000, contractSize: '10000', min: 0.1 },
  appleCfd: { epic: 'UA.D.AAPL.CASH.IP', lotSize: 0.01, scaling: 100, contractSize: null, min: 1 },
  vodafoneCfd: { epic: 'KA.D.VOD.CASH.IP', lotSize: 0.01, scaling: 1, contractSize: null, min: 1 },
} as const

describe('the size from IG’s recorded market details', () => {
  it.each([
    // Sizes of spread bets are money per point, in the account's own or another currency.
    ['ftseBet', 'GBP', 'GBP', 1, '8800', '4400', '0.5'],
    ['ftseBet', 'GBP', 'GBP', 1, '8800', '88000', '10'],
    ['ftseBet', 'GBP', 'GBP', 1, '8800', '87999.99', '9.99'],
    ['ftseBet', 'GBP', 'EUR', 0.88, '8800', '100000', '10'],
    ['ftseFutureBet', 'GBP', 'GBP', 1, '8812', '8812', '1'],
    ['appleBet', 'USD', 'GBP', 1.25, '22000', '17600', '1'],
    ['appleBet', 'USD', 'USD', 1, '22000', '22000', '1'],
    // A CFD contract is worth lotSize × scalingFactor times its level.
    ['ftseCfd', 'GBP', 'GBP', 1, '8800', '44000', '0.5'],
    ['ftseFutureCfd', 'GBP', 'USD', 0.8, '8800', '110000', '1'],
    ['goldCfd', 'USD', 'GBP', 1.25, '4000', '32000', '0.1'],
    ['goldCfd', 'USD', 'EUR', 1.1, '4400', '400000', '1'],
    ['eurUsdCfd', 'USD', 'GBP', 1.25, '1.15', '9200', '0.1'],
    ['eurUsdMini', 'USD', 'EUR', 1.15, '1.15', '10000', '1'],
    ['appleCfd', 'USD', 'GBP', 1.25, '230', '184', '1'],
    ['appleCfd', 'USD', 'USD', 1, '230', '1000', '4.34'],
    ['vodafoneCfd', 'GBP', 'GBP', 1, '88.42', '1000', '1130.96'],
    ['vodafoneCfd', 'GBP', 'EUR', 0.88, '88', '1000', '1000'],
  ] as const)(
    'keeps within the notional: %s in %s on a %s account at %d, price %s, notional %s, size %s',
    (name, currency, account, rate, price, most, expected) => {
      expect(sizeOf({ ...markets[name], currency, rate }, account, price, most)).toBe(expected)
    },
  )

  it.each([
    ['goldCfd', 'USD', 1.25, '4088.4', '1000'],
    ['ftseCfd', 'GBP', 1, '8802', '1000'],
    ['eurUsdCfd', 'USD', 1.31, '1.158', '1000'],
    ['ftseBet', 'GBP', 1, '8800', '4399.99'],
    ['appleCfd', 'USD', 1.25, '230', '183.99'],
  ] as const)(
    'is refused below the minimum deal: %s in %s at %d, price %s, notional %s',
    (name, currency, rate, price, most) => {
      expect(sizeOf({ ...markets[name], currency, rate }, 'GBP', price, most)).toMatchObject({
        kind: 'refused',
        sentence: expect.stringContaining('below the market’s minimum'),
      })
    },
  )

  it('is refused below gold’s minimum, and the refusal contains the minimum deal in the account’s currency', () => {
    const gold = { ...markets.goldCfd, currency: 'USD', rate: 1.25 }
    expect(sizeOf(gold, 'GBP', '4088.4', '1000')).toMatchObject({
      sentence:
        "a size of 0 (1,000 GBP ÷ (4,088.4 × 100 USD, 1.25 USD to the account's GBP)) is below the market’s minimum of 0.1 (worth 32,707.20 GBP)",
    })
  })
})

describe('the value of a point from IG’s answer', () => {
  const apple = { ...markets.appleCfd, currency: 'USD', rate: 1.25 }
  it.each([
    ['no lot size', { ...apple, lotSize: null }, 'IG gives no lot size'],
    [
      'no rate of exchange',
      { ...apple, rate: null },
      'IG gives no exchange rate between USD and the account’s currency',
    ],
    [
      'a contract size that says something else',
      { ...apple, contractSize: '100' },
      'IG’s contract size (100) doesn’t match its lot size and scaling factor (1)',
    ],
    [
      'a contract size in words',
      { ...apple, contractSize: 'one share' },
      'IG’s contract size (one share) doesn’t match its lot size and scaling factor (1)',
    ],
    [
      'a rate of a currency against itself',
      { ...apple, currency: 'GBP' },
      'IG’s exchange rate for GBP to GBP is 1.25',
    ],
  ])('is refused with the reason if there is %s', (_, recorded, reason) => {
    expect(sizeOf(recorded, 'GBP', '230', '1000')).toMatchObject({
      kind: 'refused',
      sentence: `the value of a position in UA.D.AAPL.CASH.IP is unknown: ${reason}`,
    })
  })

  it('needs no exchange rate for the account’s own currency', () => {
    expect(sizeOf({ ...apple, rate: null }, 'USD', '230', '1000')).toBe('4.34')
  })

  it('accepts a contract size with thousands separators', () => {
    const fx = { ...markets.eurUsdCfd, contractSize: '100,000', currency: 'USD', rate: 1 }
    expect(sizeOf(fx, 'USD', '1', '100000')).toBe('1')
  })
})
