import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Big } from './model/decimal.ts'
import { decide, type Decision, describeOrder, sentenceOf } from './decide.ts'
import { defaultStrategyRules, type StrategyRules } from '../strategies/strategy-rules.ts'
import { ruleNames } from './model/outcome.schema.ts'
import { describeClose } from './model/describe.ts'
import type { Snapshot } from './model/snapshot.ts'
import { noLimits } from '../limits/loss-limits.ts'
import { noBookings } from './model/watch.ts'
import {
  aMarket,
  aPosition,
  aSnapshot,
  aTrip,
  aWorkingOrder,
  anAccount,
  anAlert,
  anInstrument,
  epic,
  lostTrade,
  now,
  someLimitsSeen,
  someOpenRisk,
  someSettings,
} from '../../infra/dev/testing/trading-values.ts'
import { stepInWords } from './rules/trace.ts'

const hour = 3_600_000

/** Rules that apply only if an alert contains a certain field, or its user has set the rule. */
const onlyWhereAsked: ReadonlySet<string> = new Set([
  'strategy paused',
  'alert order',
  'position change',
  'in step',
  'something to leave',
  'stop to move',
  'strategy positions',
  'no limit reached',
  'loss limits',
  'open risk',
  'ask first',
])
const change = { kind: 'open', from: 'flat', to: 'long', sizeBefore: '0', sizeAfter: '1' } as const
const ofBreakout = (rules: Partial<StrategyRules>) => ({
  alert: anAlert({ strategy: 'breakout' }),
  settings: someSettings({ strategies: { breakout: { ...defaultStrategyRules, ...rules } } }),
})

/** For each rule in order: a change to the snapshot that this rule refuses and that no earlier rule refuses. */
const refusals: readonly [rule: (typeof ruleNames)[number], outcome: string, change: Partial<Snapshot>][] = [
  ['mode', 'BLOCKED', { settings: someSettings({ mode: 'LIVE' }) }],
  [
    'trading not paused',
    'REFUSED',
    { settings: someSettings({ tradingPause: { by: 'USER', at: '2026-09-07T11:05:00Z', reason: '' } }) },
  ],
  ['strategy paused', 'REFUSED', ofBreakout({ paused: true })],
  [
    'no limit reached',
    'REFUSED',
    { settings: someSettings({ lossLimits: { ...noLimits, losingTrades: 2 }, trips: [aTrip()] }) },
  ],
  ['credentials', 'REFUSED', { settings: someSettings({ missingCredentials: ['demoApiKey'] }) }],
  ['alert age', 'EXPIRED', { acceptedAt: now - 60_001 }],
  ['alert order', 'EXPIRED', { newer: { action: 'CLOSE', firedAt: now, at: now } }],
  [
    'position change',
    'REFUSED',
    {
      alert: anAlert({
        action: 'REDUCE',
        change: { kind: 'reduce', from: 'long', to: 'long', sizeBefore: null, sizeAfter: null },
      }),
    },
  ],
  ['instrument', 'REFUSED', { instrument: null }],
  [
    'in step',
    'REFUSED',
    {
      alert: anAlert({ change: { ...change, kind: 'add', from: 'long' }, strategy: 'breakout' }),
      settings: ofBreakout({ outOfStep: 'REFUSE' }).settings,
    },
  ],
  ['price sanity', 'REFUSED', { instrument: anInstrument({ tradingViewPriceMultiplier: '1' }) }],
  ['something to leave', 'REFUSED', { alert: anAlert({ action: 'CLOSE' }) }],
  ['stop to move', 'REFUSED', { alert: anAlert({ action: 'STOP', stop: { kind: 'level', level: '1' } }) }],
  ['cooldown', 'REFUSED', { lastOrderAt: now - 23 * hour }],
  ['dividend date', 'REFUSED', { instrument: anInstrument({ nextDividendDate: '2026-09-07' }) }],
  [
    'loss limits',
    'REFUSED',
    {
      settings: someSettings({ lossLimits: { ...noLimits, losingTrades: 2 } }),
      limits: { ...someLimitsSeen(), bookings: { ...noBookings, trades: [lostTrade(), lostTrade()] } },
    },
  ],
  ['duplicate', 'REFUSED', { account: anAccount({ positions: [aPosition({ epic })] }) }],
  [
    'opposite position',
    'REFUSED',
    {
      account: anAccount({ positions: [aPosition({ epic, direction: 'SELL' })] }),
      settings: someSettings({ preventDuplicatePositionsForInstrument: false }),
    },
  ],
  ['open positions', 'REFUSED', { settings: someSettings({ maximumOpenPositions: 0 }) }],
  [
    'positions and orders',
    'REFUSED',
    { settings: someSettings({ maximumOpenPositionsAndPendingOrders: 0 }) },
  ],
  [
    'strategy positions',
    'REFUSED',
    {
      ...ofBreakout({ maximumPositions: 1 }),
      account: anAccount({ positions: [aPosition({ strategy: 'breakout' })] }),
    },
  ],
  ['ATR known', 'REFUSED', { alert: anAlert({ atr: {} }) }],
  ['size', 'REFUSED', { instrument: anInstrument({ maxPositionSize: '100' }) }],
  [
    'stop and limit distance',
    'REFUSED',
    { instrument: anInstrument({ atrStopLossMultiplePercentage: '1' }) },
  ],
  [
    'market open',
    'REFUSED',
    { settings: someSettings({ orderType: 'MARKET' }), market: aMarket({ status: 'CLOSED' }) },
  ],
  [
    'open risk',
    'REFUSED',
    {
      settings: someSettings({ lossLimits: { ...noLimits, openRisk: someOpenRisk({ percent: 0.9 }) } }),
      limits: someLimitsSeen(),
    },
  ],
  [
    'margin',
    'REFUSED',
    {
      // 0.43 × 22,872.63 × 50% = 4,917.62, which is more than the 4,900 that are available.
      market: aMarket({ marginBands: [{ from: '0', to: null, percent: '50' }] }),
      limits: someLimitsSeen({ available: '4900' }),
    },
  ],
  ['ask first', 'ASKED', { settings: someSettings({ askFirst: true }) }],
]

/** Rules that also apply to exits. */
const early: ReadonlySet<string> = new Set(['mode', 'credentials', 'alert age', 'instrument'])

/** Whether the alert opens a position. A pause blocks only such alerts. */
const entersAt = ({ alert }: Partial<Snapshot>) => !alert || alert.action === 'BUY' || alert.action === 'SELL'

describe('the rules', () => {
  it('are all in the list of tested refusals, in their order', () => {
    expect(refusals.map(([rule]) => rule)).toEqual(ruleNames)
  })

  it.each(refusals)('stop at the %s rule with the outcome %s', (rule, outcome, change) => {
    const decision = decide(aSnapshot(change))
    expect(decision).toMatchObject({ kind: 'refuse', rule, outcome })
    const { trace } = decision
    const upToHere = ruleNames
      .slice(0, ruleNames.indexOf(rule) + 1)
      .filter((name) => name === rule || !onlyWhereAsked.has(name))
    // Leaves out rules that apply only to some alerts, except for the rule under test.
    const isEntry = (name: string) => name === rule || !onlyWhereAsked.has(name)
    expect(trace.filter((step) => isEntry(step.rule)).map((step) => [step.rule, step.passed])).toEqual(
      upToHere
        .filter((name) => rule !== 'stop to move' || name !== 'price sanity')
        .filter((name) => name !== 'trading not paused' || entersAt(change))
        .map((name) => [name, name !== rule]),
    )
  })

  it.each([
    ['market', 'instrument', { market: undefined }],
    ['account', 'dividend date', { account: undefined }],
    ['dailyAtr', 'positions and orders', { alert: anAlert({ atr: {} }), dailyAtr: undefined }],
  ] as const)('need the %s once %s has passed, and not before', (needs, last, change) => {
    const decision = decide(aSnapshot(change))
    expect(decision).toMatchObject({ kind: 'incomplete', needs })
    expect(decision.trace.at(-1)).toMatchObject({ rule: last, passed: true })
  })

  it('need no data from the broker for early refusals', () => {
    const unread = { market: undefined, account: undefined, dailyAtr: undefined }
    for (const [, , change] of refusals.filter(([rule]) => early.has(rule)))
      expect(decide(aSnapshot({ ...unread, ...change })).kind).toBe('refuse')
  })

  it('give a refusal the same sentence as its step in the trace', () => {
    const positions = [aPosition(), aPosition(), aPosition()]
    const decision = decide(
      aSnapshot({ account: anAccount({ positions }), settings: someSettings({ maximumOpenPositions: 3 }) }),
    )
    expect(sentenceOf(decision, 'NASDAQ:AAPL')).toBe(
      'Refused: open positions — 3 positions open; your limit is 3',
    )
    expect(decision.trace.map(stepInWords).at(-1)).toEqual({
      rule: 'open positions',
      passed: false,
      actual: '3 positions open',
      required: 'fewer than 3',
      sentence: '3 positions open; your limit is 3',
    })
    const expired = decide(aSnapshot({ acceptedAt: now - 90_000 }))
    expect(sentenceOf(expired, 'NASDAQ:AAPL')).toBe(
      'Expired: the alert is 1 min 30 s old; your limit is 1 min',
    )
    expect(expired.trace.map(stepInWords).at(-1)?.sentence).toBe(
      'The alert is 1 min 30 s old; your limit is 1 min',
    )
    expect(sentenceOf(decide(aSnapshot({ settings: someSettings({ mode: 'LIVE' }) })), 'NASDAQ:AAPL')).toBe(
      'Blocked: the alert is for DEMO, but you now trade in LIVE',
    )
  })
})

describe('an order', () => {
  it('is a working order that expires at the broker if it is a limit order', () => {
    const decision = decide(aSnapshot())
    expect(decision).toMatchObject({
      kind: 'place',
      order: {
        type: 'LIMIT',
        epic,
        expiry: 'DFB',
        currencyCode: 'GBP',
        direction: 'BUY',
        size: '0.43',
        level: '22872.63',
        stopDistance: '210',
        limitDistance: '420',
        goodTill: now + 600_000,
      },
    })
    expect(decision.trace.map(({ rule, passed }) => [rule, passed])).toEqual(
      ruleNames.filter((rule) => !onlyWhereAsked.has(rule)).map((rule) => [rule, true]),
    )
    expect(sentenceOf(decision, 'NASDAQ:AAPL')).toBe(
      'Buy 0.43 NASDAQ:AAPL at 22,872.63 or better, stop 210 points, limit 420 points, good till 2026-09-07T13:41:10Z',
    )
  })

  it('has a level with as many decimal places as the market’s prices', () => {
    const instrument = anInstrument({ openingPriceMultiplePercentage: '100' })
    expect(decide(aSnapshot({ instrument }))).toMatchObject({ order: { level: '22987.00' } })
  })

  it('has a level above the price if it sells', () => {
    expect(decide(aSnapshot({ alert: anAlert({ action: 'SELL' }) }))).toMatchObject({
      order: { direction: 'SELL', level: '23101.94', size: '0.43' },
    })
  })

  it('has neither a level nor an expiry if it is a market order', () => {
    const decision = decide(aSnapshot({ settings: someSettings({ orderType: 'MARKET' }) }))
    expect(decision).toMatchObject({ kind: 'place', order: { type: 'MARKET', level: null, goodTill: null } })
    expect(sentenceOf(decision, 'NASDAQ:AAPL')).toBe(
      'Buy 0.43 NASDAQ:AAPL at the market, stop 210 points, limit 420 points',
    )
  })

  it('never costs more than the user’s maximum, and its stop is never wider than the ATR allows', () => {
    const cents = (min: number, max: number) =>
      fc.integer({ min, max }).map((value) => new Big(value).div(100).toFixed())
    fc.assert(
      fc.property(
        cents(10_000, 5_000_000),
        cents(500_000, 20_000_000),
        cents(1_000, 50_000),
        cents(4_000, 20_000),
        fc.constantFrom('BUY' as const, 'SELL' as const),
        fc.constantFrom('LIMIT' as const, 'MARKET' as const),
        fc.integer({ min: 0, max: 5 }),
        (price, maxPositionSize, atr, percent, action, orderType, decimalPlaces) => {
          const offer = new Big(price).times('1.001').toFixed()
          const decision = decide(
            aSnapshot({
              alert: anAlert({ price, action, atr: { 14: atr } }),
              instrument: anInstrument({
                tradingViewPriceMultiplier: '1',
                maxPositionSize,
                atrStopLossMultiplePercentage: percent,
              }),
              settings: someSettings({ orderType }),
              market: aMarket({ bid: price, offer, decimalPlaces }),
            }),
          )
          fc.pre(decision.kind === 'place')
          const { size, level, stopDistance } = decision.order
          const dealtAt = level ?? (action === 'BUY' ? offer : price)
          expect(new Big(size).times(dealtAt).lte(maxPositionSize)).toBe(true)
          expect(new Big(size).gt(0)).toBe(true)
          expect(new Big(stopDistance).times(100).lte(new Big(atr).times(percent))).toBe(true)
          if (level !== null) expect(level.split('.')[1]?.length ?? 0).toBe(decimalPlaces)
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('a close', () => {
  const close = (change: Partial<Snapshot> = {}) =>
    aSnapshot({
      alert: anAlert({ action: 'CLOSE', price: null, atr: {} }),
      market: undefined,
      dailyAtr: undefined,
      ...change,
    })
  const account = anAccount({
    positions: [aPosition(), aPosition({ epic })],
    workingOrders: [aWorkingOrder({ epic }), aWorkingOrder({ epic })],
  })

  it('closes every position and working order on the epic, and is checked only by rules 2 to 7', () => {
    const decision = decide(close({ account }))
    expect(decision).toMatchObject({
      kind: 'close',
      close: { epic, positions: [{ epic }], workingOrders: [{ epic }, { epic }] },
    })
    expect(decision.trace.map(({ rule, passed }) => [rule, passed])).toEqual(
      [...early, 'price sanity', 'something to leave'].map((rule) => [rule, true]),
    )
    expect(sentenceOf(decision, 'NASDAQ:AAPL')).toBe(
      `Close 1 position and delete 2 working orders on NASDAQ:AAPL`,
    )
  })

  it('is not checked for cooldown, dividend date, number of positions and orders, ATR or size', () => {
    expect(
      decide(
        close({
          account,
          lastOrderAt: now - 1,
          instrument: anInstrument({ nextDividendDate: '2026-09-07', maxPositionSize: '0.01' }),
          settings: someSettings({ maximumOpenPositions: 0, maximumOpenPositionsAndPendingOrders: 0 }),
        }),
      ).kind,
    ).toBe('close')
  })

  it('is carried out while trading is paused, because a pause blocks only entries', () => {
    for (const by of ['USER', 'BRAKE', 'OPERATOR'] as const) {
      const settings = someSettings({ tradingPause: { by, at: '2026-09-07T11:05:00Z', reason: '' } })
      expect(decide(close({ account, settings })).kind).toBe('close')
    }
  })

  it.each(refusals.filter(([rule]) => early.has(rule)))(
    'is still stopped at %s with %s',
    (rule, outcome, change) => {
      expect(decide(close({ account, ...change }))).toMatchObject({ kind: 'refuse', rule, outcome })
    },
  )

  it('is still refused if the alert’s price is implausible', () => {
    const alert = anAlert({ action: 'CLOSE', price: '0' })
    expect(decide(close({ account, alert }))).toMatchObject({ kind: 'refuse', rule: 'price sanity' })
  })

  it('requests nothing from the broker except the account’s lists', () => {
    const decision = decide(close({ isAccountFresh: false }))
    expect(decision).toMatchObject({ kind: 'incomplete', needs: 'freshAccount' })
    expect(decision.trace).toHaveLength(5)
  })

  it('is refused with the reason if there is nothing to close', () => {
    const decision = decide(close())
    expect(decision).toMatchObject({ kind: 'refuse', outcome: 'REFUSED', rule: 'something to leave' })
    expect(sentenceOf(decision, 'NASDAQ:AAPL')).toBe(
      'Refused: something to close — nothing is open on NASDAQ:AAPL, so there is nothing to close',
    )
  })
})

describe('the sentence of a decision', () => {
  it('describes a close by the deals that it closes or deletes', () => {
    const positions = [aPosition()]
    const workingOrders = [aWorkingOrder()]
    expect(describeClose({ epic, positions, workingOrders: [], inFlight: 0 }, 'NASDAQ:AAPL')).toBe(
      `Close 1 position on NASDAQ:AAPL`,
    )
    expect(describeClose({ epic, positions: [], workingOrders, inFlight: 0 }, 'NASDAQ:AAPL')).toBe(
      `Delete 1 working order on NASDAQ:AAPL`,
    )
  })

  it('describes an order to sell', () => {
    expect(
      describeOrder(
        {
          direction: 'SELL',
          size: '1200',
          level: '22841.50',
          stopDistance: '1210.5',
          limitDistance: '2420',
          goodTill: Date.parse('2026-01-07T14:41:00Z'),
        },
        'NASDAQ:AAPL',
      ),
    ).toBe(
      'Sell 1,200 NASDAQ:AAPL at 22,841.50 or better, stop 1,210.5 points, limit 2,420 points, good till 2026-01-07T14:41:00Z',
    )
  })

  it.each([
    ['market', 'Not decided: needs the market first'],
    ['account', 'Not decided: needs the account first'],
    ['dailyAtr', 'Not decided: needs daily prices for the ATR first'],
  ] as const)('names the data that must be read: %s', (needs, sentence) => {
    const undecided: Decision = { kind: 'incomplete', needs, trace: [] }
    expect(sentenceOf(undecided, 'NASDAQ:AAPL')).toBe(sentence)
  })
})
