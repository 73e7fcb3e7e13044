import { describe, expect, it } from 'vitest'
import {
  aMarket,
  anAccount,
  aPosition,
  anOrderOnItsWay,
  aSnapshot,
  aWorkingOrder,
  aWorth,
  epic,
  now,
  someLimitsSeen,
  someSettings,
  told,
} from '../../../infra/dev/testing/trading-values.ts'
import { noLimits } from '../../limits/loss-limits.ts'
import { Big } from '../model/decimal.ts'
import type { AccountState, Market, Snapshot } from '../model/snapshot.ts'
import type { EquityReading } from '../model/watch.ts'
import * as margins from './margin.ts'

const margin = told(margins.margin, margins.marginInWords)

const percent = (value: string) => [{ from: '0', to: null, percent: value }]

const seen = (change: Partial<EquityReading> = {}): Partial<Snapshot> => {
  const limits = someLimitsSeen()
  const reading = {
    at: now - 5_000,
    balance: '10000',
    profitLoss: '0',
    margin: '1000',
    available: '9000',
    currency: 'GBP',
    ...change,
  }
  return { limits: { ...limits, watch: { ...limits.watch, reading } } }
}

/** Checks a purchase of `size` at 1,000 with 20% margin and 9,000 GBP of 10,000 available. */
const judged = (
  size: string,
  {
    market = {},
    account = {},
    ...more
  }: Omit<Partial<Snapshot>, 'market' | 'account'> & {
    readonly market?: Partial<Market>
    readonly account?: Partial<AccountState>
  } = {},
) =>
  margin(
    aSnapshot({ account: anAccount(account), ...seen(), ...more }),
    {
      direction: 'BUY',
      market: aMarket({ name: 'Apple', marginBands: percent('20'), ...market }),
    },
    { level: null, dealtAt: new Big('1000'), size: new Big(size) },
  )

describe('the margin rule', () => {
  it('compares the order’s margin with the available funds, to the penny', () => {
    expect(judged('45')).toMatchObject({
      kind: 'passed',
      found: '9000',
      actual: '£9,000.00',
      required: 'at most £9,000.00',
      sentence: 'this order takes about £9,000.00 as margin; £9,000.00 is available',
    })
    expect(judged('45.01')).toMatchObject({
      kind: 'refused',
      outcome: 'REFUSED',
      sentence: 'this order takes about £9,002.00 as margin; £9,000.00 is available',
    })
  })

  const bands = [
    { from: '0', to: '10', percent: '20' },
    { from: '10', to: '30', percent: '40' },
    { from: '30', to: null, percent: '75' },
  ]

  it.each([
    // The margin is 5 × 1,000 × 20%.
    ['5', '0', '1000'],
    // The margin is 20% for the first 10 and 40% for the other 5.
    ['15', '0', '4000'],
    // The existing size uses up the first band, so all 5 are at 40%.
    ['5', '10', '2000'],
    // Of the size of 25, the first 4 are at 20%, the next 20 at 40% and the last 1 at 75%.
    ['25', '6', '9550'],
  ])('uses the bands of the whole size: %s more, with %s open, take %s', (size, held, taken) => {
    const account = { positions: [aPosition({ epic, size: held })] }
    expect(
      judged(size, { market: { marginBands: bands }, account, ...seen({ available: '20000' }) }),
    ).toMatchObject({ kind: 'passed', found: taken })
  })

  it('converts the margin to the account’s currency', () => {
    // The margin is 2 × 1,000 × 10 USD × 20% ÷ 1.25.
    const worth = aWorth({ unitValue: '10', exchangeRate: '1.25' })
    expect(judged('2', { market: { worth } })).toMatchObject({ found: '3200' })
  })

  it('subtracts the margin of orders in flight, and of positions opened since the funds were read', () => {
    const account = {
      inFlightOrders: [
        anOrderOnItsWay({ margin: '1000' }),
        // The funds that were read already include this order's position.
        anOrderOnItsWay({ margin: '900', confirmedAs: 'position', at: now - 6_000 }),
        anOrderOnItsWay({ margin: '2500', confirmedAs: 'position', at: now - 4_000 }),
        anOrderOnItsWay({ margin: '800', confirmedAs: 'working order', at: now - 4_000 }),
      ],
      // IG requires no margin for working orders.
      workingOrders: [aWorkingOrder({ margin: '4000', createdAt: now - 4_000 })],
      positions: [
        // IG dates positions in whole seconds, so this position may have been opened after the reading.
        aPosition({ margin: '300', createdAt: now - 5_999 }),
        aPosition({ margin: '800', createdAt: now - 6_000 }),
      ],
    }
    expect(judged('26', { account })).toMatchObject({
      kind: 'passed',
      sentence:
        'this order takes about £5,200.00 as margin; £5,200.00 is available (£9,000.00 less £3,800.00 for orders on their way and positions opened since)',
    })
    expect(judged('26.01', { account }).kind).toBe('refused')
  })

  it.each<[string, Parameters<typeof judged>[1], string]>([
    [
      'the market’s bands',
      { market: { marginBands: [] } },
      'IG doesn’t say what margin Apple takes, so IG decides',
    ],
    [
      'a band for that size',
      { market: { marginBands: [{ from: '0', to: '20', percent: '5' }] } },
      'IG doesn’t say what margin Apple takes, so IG decides',
    ],
    [
      'what is available',
      seen({ available: null }),
      'IG doesn’t say what is available as margin, so IG decides',
    ],
    [
      'what the account is worth',
      { limits: undefined, isUnmeasured: true },
      'IG doesn’t say what is available as margin, so IG decides',
    ],
    [
      'it of late',
      { ...seen({ at: now - 60_001 }), isUnmeasured: true },
      'IG doesn’t say what is available as margin, so IG decides',
    ],
  ])('leaves the decision to IG if IG doesn’t report %s', (_name, change, sentence) => {
    expect(judged('100', change)).toMatchObject({ kind: 'passed', found: null, sentence })
  })

  it('needs the account’s funds only if they were not read recently and the market’s margin bands are known', () => {
    const asks = { kind: 'unread', needs: 'funds' }
    expect(judged('1', { limits: undefined })).toEqual(asks)
    expect(judged('1', seen({ at: now - 60_001 }))).toEqual(asks)
    expect(judged('1', { limits: undefined, market: { marginBands: [] } }).kind).toBe('passed')
  })

  it('leaves it to IG to calculate the margin of both sides of a hedge', () => {
    const account = { positions: [aPosition({ epic, direction: 'SELL' })] }
    expect(judged('100', { account })).toMatchObject({
      kind: 'passed',
      found: null,
      sentence:
        'this order takes at most £20,000.00 as margin; something of the other direction is open on this market, so IG decides',
    })
  })

  describe('the user’s cap on margin', () => {
    const settings = (marginPercent: number) => someSettings({ lossLimits: { ...noLimits, marginPercent } })

    it('counts the margin in use, in percent of the equity', () => {
      // 1,000 of 10,000 is in use, so a cap of 50% leaves 4,000.
      expect(judged('20', { settings: settings(50) })).toMatchObject({
        kind: 'passed',
        sentence:
          'this order takes about £4,000.00 as margin; £9,000.00 is available, and your limit is £5,000.00 (50% of equity)',
      })
      expect(judged('20.01', { settings: settings(50) })).toMatchObject({
        kind: 'refused',
        required: 'at most 50% of equity',
        sentence:
          'this order takes about £4,002.00 as margin, which makes £5,002.00 in all; your limit is £5,000.00 (50% of equity)',
      })
    })

    it.each<[string, Parameters<typeof judged>[1]]>([
      ['bands', { market: { marginBands: [] } }],
      ['margin', seen({ margin: null })],
    ])('refuses if IG doesn’t report the %s, because the cap can’t be checked', (_name, change) => {
      expect(judged('1', { ...change, settings: settings(50) })).toMatchObject({
        kind: 'refused',
        sentence: expect.stringContaining('you allow at most 50% of your equity as margin') as string,
      })
    })

    it('counts working orders', () => {
      const workingOrders = [aWorkingOrder({ margin: '4000', createdAt: now - 3_600_000 })]
      expect(judged('1', { account: { workingOrders }, settings: settings(50) })).toMatchObject({
        kind: 'refused',
        sentence:
          'this order takes about £200.00 as margin, which makes £5,200.00 in all; your limit is £5,000.00 (50% of equity)',
      })
    })

    it('counts both sides of a hedge', () => {
      const account = { positions: [aPosition({ epic, direction: 'SELL' })] }
      expect(judged('20.01', { account, settings: settings(50) }).kind).toBe('refused')
    })
  })
})
