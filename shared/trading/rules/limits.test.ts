import { describe, expect, it } from 'vitest'
import { noLimits, type LossLimits } from '../../limits/loss-limits.ts'
import { noBookings, withReached } from '../model/watch.ts'
import { defaultStrategyRules } from '../../strategies/strategy-rules.ts'
import {
  aMarket,
  anAccount,
  anAlert,
  anOrderOnItsWay,
  aPosition,
  aSnapshot,
  aTrip,
  aWorkingOrder,
  epic,
  lostTrade,
  now,
  someLimitsSeen,
  someOpenRisk,
  someSettings,
} from '../../../infra/dev/testing/trading-values.ts'
import { decide as decideAlert, type Decision } from '../decide.ts'
import { sentenceOf } from '../sentence.ts'
import type { RecentClose } from '../model/recent-close.ts'
import type { AccountState, LimitsSeen, OpenPosition, Snapshot } from '../model/snapshot.ts'
import { openByStrategy } from './limits.ts'
import { stepInWords } from './trace.ts'

const withLimits = (
  set: Partial<LossLimits>,
  { limits, ...rest }: Partial<Snapshot> = {},
  settings: Parameters<typeof someSettings>[0] = {},
) =>
  aSnapshot({
    settings: someSettings({
      preventDuplicatePositionsForInstrument: false,
      ...settings,
      lossLimits: { ...noLimits, ...set },
    }),
    limits: limits ?? someLimitsSeen(),
    ...rest,
  })

/** Decides an alert, and adds the sentence that the user reads to a refusal. */
const decide = (snapshot: Snapshot) => {
  const decision = decideAlert(snapshot)
  return decision.kind === 'refuse' ? { ...decision, sentence: sentenceOf(decision, '') } : decision
}

const sentenceOfRule = ({ trace }: Decision, name: string) =>
  trace.filter(({ rule }) => rule === name).map((step) => stepInWords(step).sentence)[0]

const worth = (equity: number): LimitsSeen => {
  const seen = someLimitsSeen()
  const { reading } = seen.watch
  return reading
    ? { ...seen, watch: { ...seen.watch, reading: { ...reading, balance: String(equity) } } }
    : seen
}

describe('a limit on losses', () => {
  const lossToday = { amount: 3, unit: 'PERCENT' as const }

  it('needs the account’s equity before the account’s lists, and shows the loss and the limit in the trace', () => {
    const { settings } = withLimits({ lossToday })
    expect(decide(aSnapshot({ settings, account: undefined }))).toMatchObject({
      kind: 'incomplete',
      needs: 'limits',
    })
    const placed = decide(withLimits({ lossToday }, { limits: worth(9_800) }))
    expect(sentenceOfRule(placed, 'loss limits')).toBe(
      'Down 200.00 GBP today; your limit is 300.00 GBP (3% of 10,000.00 GBP)',
    )
  })

  it('refuses an entry if the loss is exactly the limit, and names the loss and the limit', () => {
    expect(decide(withLimits({ lossToday }, { limits: worth(9_700.01) })).kind).toBe('place')
    expect(decide(withLimits({ lossToday }, { limits: worth(9_700) }))).toMatchObject({
      kind: 'refuse',
      sentence:
        'Refused: loss limits — down 300.00 GBP today; your limit is 300.00 GBP (3% of 10,000.00 GBP)',
    })
  })

  it('still refuses entries if the account has recovered after the limit was reached', () => {
    const seen = worth(10_500)
    const watch = withReached(seen.watch, [{ key: 'lossToday', sentence: 'down 301.00 GBP today' }])
    expect(decide(withLimits({ lossToday }, { limits: { ...seen, watch } }))).toMatchObject({
      rule: 'loss limits',
      sentence: 'Refused: loss limits — down 301.00 GBP today',
    })
  })

  it('lets every exit pass, even if all limits are reached', () => {
    const account = anAccount({
      positions: [aPosition({ epic, size: '2', strategy: '', stopLevel: '22000' })],
    })
    for (const [action, fields] of Object.entries({
      CLOSE: {},
      CLOSE_ALL: { market: '*' },
      REDUCE: { percent: '50' },
      STOP: { stop: { kind: 'level', level: '221' } },
      TRAIL: { trail: { distance: '100', step: '10' } },
    } as const)) {
      const alert = anAlert({ action: action as 'CLOSE', price: null, ...(fields as object) })
      const snapshot = withLimits(
        { lossToday, openRisk: someOpenRisk({ percent: 0.01 }) },
        { alert, account, isAccountFresh: true },
        { trips: [aTrip()] },
      )
      expect([action, decide({ ...snapshot, limits: undefined }).kind]).toEqual([
        action,
        action === 'STOP' || action === 'TRAIL' ? 'amend' : 'close',
      ])
    }
    const cancel = withLimits(
      { lossToday },
      {
        alert: anAlert({ action: 'CANCEL' }),
        account: anAccount({ workingOrders: [aWorkingOrder({ epic })] }),
        isAccountFresh: true,
      },
      { trips: [aTrip()] },
    )
    expect(decide({ ...cancel, limits: undefined }).kind).toBe('close')
  })

  it('counts the trades of the day, including those in flight, and adds the start of the day to the decision', () => {
    const trades = { '': 2, orb: 1 }
    const seen = { ...someLimitsSeen(), trades }
    expect(decide(withLimits({ tradesToday: 3 }, { limits: seen }))).toMatchObject({
      sentence: 'Refused: loss limits — 3 trades today; your limit is 3',
    })
    const placed = decide(withLimits({ tradesToday: 4 }, { limits: seen }))
    expect(placed).toMatchObject({ kind: 'place', tradingDay: seen.watch.dayStart })
    expect(decide(withLimits({ losingTrades: 4 }, { limits: seen }))).not.toHaveProperty('tradingDay')
  })
})

describe('a trip', () => {
  const limits = { losingTrades: 2 }

  it('refuses entries until the user resumes, and names its time and reason', () => {
    expect(decide(withLimits(limits, {}, { trips: [aTrip()] }))).toMatchObject({
      rule: 'no limit reached',
      sentence:
        'Refused: no limit reached — your limit stopped new entries at 2026-09-07T12:00:00Z, until you resume: 2 losing trades in a row; your limit is 2',
    })
  })

  it('ends exactly at the start of the next trading day if the user has chosen this', () => {
    const until = new Date(now).toISOString()
    expect(decide(withLimits(limits, { now: now - 1 }, { trips: [aTrip({ until })] })).kind).toBe('refuse')
    expect(decide(withLimits(limits, { now }, { trips: [aTrip({ until })] })).kind).toBe('place')
  })

  it('lasts beyond its day until every deal that was open when it began is closed', () => {
    const until = new Date(now).toISOString()
    const after = (closing: string[] | null) =>
      decide(withLimits(limits, { now }, { trips: [aTrip({ until, closes: true, closing })] }))
    expect(after(['D1'])).toMatchObject({
      sentence: expect.stringContaining('and until what was open then is closed'),
    })
    expect(after(null).kind).toBe('refuse')
    expect(after([]).kind).toBe('place')
  })

  it('names the strategy whose limit stopped the entries, and when the trip ends', () => {
    const alert = anAlert({ strategy: 'breakout' })
    const trip = aTrip({ strategy: 'breakout', until: '2026-09-07T21:00:00.000Z' })
    expect(decide(withLimits(limits, { alert }, { trips: [trip] }))).toMatchObject({
      sentence:
        'Refused: no limit reached — the limit of breakout stopped new entries at 2026-09-07T12:00:00Z, until 2026-09-07T21:00:00Z: 2 losing trades in a row; your limit is 2',
    })
    expect(sentenceOfRule(decide(withLimits(limits, { alert })), 'no limit reached')).toBe(
      'No limit has stopped new entries',
    )
  })

  it('stops only its own strategy or its own account', () => {
    const trips = [aTrip({ strategy: 'breakout' })]
    const alert = anAlert({ strategy: 'breakout' })
    expect(decide(withLimits(limits, {}, { trips })).kind).toBe('place')
    expect(decide(withLimits(limits, { alert }, { trips }))).toMatchObject({ rule: 'no limit reached' })
    expect(decide(withLimits(limits, {}, { trips: [aTrip({ accountId: 'ANOTHER' })] })).kind).toBe('place')
  })
})

describe('a limit on a strategy’s loss', () => {
  const settings = {
    strategies: { breakout: { ...defaultStrategyRules, lossToday: { amount: 50, unit: 'MONEY' as const } } },
  }
  const alert = anAlert({ strategy: 'breakout' })
  const bookings = {
    ...noBookings,
    closes: [{ at: now - 1_000, result: '-30', strategy: 'breakout', dealId: null }],
  }
  const limits = { ...someLimitsSeen(), bookings }
  const holding = (bid: string | null): AccountState =>
    anAccount({
      positions: [
        aPosition({
          strategy: 'breakout',
          market: 'NASDAQ:AAPL',
          size: '2',
          level: '100',
          bid,
          contractSize: '1',
          currency: 'GBP',
        }),
      ],
    })

  it('adds today’s booked results to the results of open positions', () => {
    expect(decide(withLimits({}, { alert, limits, account: undefined }, settings))).toMatchObject({
      needs: 'account',
    })
    expect(decide(withLimits({}, { alert, limits, account: holding('90.01') }, settings)).kind).toBe('place')
    expect(decide(withLimits({}, { alert, limits, account: holding('90') }, settings))).toMatchObject({
      sentence: 'Refused: loss limits — breakout is down about 50.00 GBP today; its limit is 50.00 GBP',
    })
    // Another strategy can still trade.
    expect(decide(withLimits({}, { alert: anAlert(), limits, account: holding('90') }, settings)).kind).toBe(
      'place',
    )
  })

  it('names a position without a quote in its refusal, because an unknown result never counts as zero', () => {
    expect(decide(withLimits({}, { alert, limits, account: holding(null) }, settings))).toMatchObject({
      sentence:
        'Refused: loss limits — what breakout makes on NASDAQ:AAPL can’t be worked out: IG shows no quote or no exchange rate',
    })
  })

  it('needs the exchange rate of a position in another currency, and names the position if the rate is unknown', () => {
    const [position] = holding('85').positions
    const foreign = { ...position, epic: 'UA.D.AAPL.CASH.IP', currency: 'USD' } as OpenPosition
    const account = anAccount({ positions: [foreign] })
    const decision = (change: Partial<Snapshot>) =>
      decide(withLimits({}, { alert, limits, account, ...change }, settings))
    expect(decision({})).toMatchObject({ kind: 'incomplete', needs: 'worths' })
    expect(decision({ worths: {} })).toMatchObject({
      sentence: expect.stringContaining('what breakout makes on NASDAQ:AAPL can’t be worked out'),
    })
    const worths = (unitMoney: string) => ({ [foreign.epic]: { unitMoney, currency: 'USD' } })
    expect(decision({ worths: worths('0.5') }).kind).toBe('place')
    expect(decision({ worths: worths('0.8') })).toMatchObject({
      sentence: 'Refused: loss limits — breakout is down about 54.00 GBP today; its limit is 50.00 GBP',
    })
  })

  it('reports no loss if the strategy has made none today', () => {
    const decision = decide(
      withLimits({}, { alert, limits: someLimitsSeen(), account: holding('101') }, settings),
    )
    expect(sentenceOfRule(decision, 'loss limits')).toBe('Breakout is not down today; its limit is 50.00 GBP')
  })

  describe('the result of a close that the journal has not booked', () => {
    const close: RecentClose = {
      dealId: 'D1',
      epic: 'UA.D.AAPL.CASH.IP',
      strategy: 'breakout',
      since: now - 3_000,
      at: now - 1_000,
      isWhole: true,
      made: { amount: '-92', currency: 'GBP' },
    }
    const decisionOn = (change: Partial<LimitsSeen>, more: Partial<Snapshot> = {}) =>
      decide(
        withLimits(
          {},
          { alert, limits: { ...someLimitsSeen(), ...change }, account: anAccount(), ...more },
          settings,
        ),
      )

    it('counts at once and refuses an entry one second after a close that lost more than the limit', () => {
      expect(decisionOn({ recentCloses: [close] })).toMatchObject({
        sentence:
          'Refused: loss limits — breakout is down about 92.00 GBP today (−92.00 GBP not booked yet); its limit is 50.00 GBP',
      })
      expect(decisionOn({ recentCloses: [{ ...close, strategy: 'trend' }] }).kind).toBe('place')
    })

    it('counts only once if the journal has booked the close under the same deal ID', () => {
      const small = { ...close, made: { amount: '-30', currency: 'GBP' } }
      const booked = (dealId: string, at: number) => ({
        ...noBookings,
        closes: [{ at, result: '-30', strategy: 'breakout', dealId }],
      })
      const recentCloses = [small]
      expect(decisionOn({ recentCloses, bookings: booked('D1', now - 2_000) }).kind).toBe('place')
      expect(decisionOn({ recentCloses, bookings: booked('D2', now - 2_000) }).kind).toBe('refuse')
      // This booking is for a part of the same position that was closed earlier.
      expect(decisionOn({ recentCloses, bookings: booked('D1', now - 60_000) }).kind).toBe('refuse')
    })

    it('is converted from the confirmation’s currency at the exchange rate that was read', () => {
      const recentCloses = [{ ...close, made: { amount: '-92', currency: 'USD' } }]
      expect(decisionOn({ recentCloses })).toMatchObject({ kind: 'incomplete', needs: 'worths' })
      const at = (rate: string) => ({ [close.epic]: { unitMoney: '1', currency: 'USD', rate } })
      expect(decisionOn({ recentCloses }, { worths: at('1.25') }).kind).toBe('refuse')
      expect(decisionOn({ recentCloses }, { worths: at('2') }).kind).toBe('place')
      expect(decisionOn({ recentCloses }, { worths: {} })).toMatchObject({
        sentence: 'Refused: loss limits — what the close of D1 made isn’t known yet',
      })
    })

    it('counts as a losing trade, together with the booked parts of the same position', () => {
      const losing = (change: Partial<LimitsSeen>) =>
        decide(withLimits({ losingTrades: 2 }, { limits: { ...someLimitsSeen(), ...change } }))
      const bookings = { ...noBookings, trades: [lostTrade()] }
      expect(losing({ bookings }).kind).toBe('place')
      expect(losing({ bookings, recentCloses: [close] })).toMatchObject({
        sentence:
          'Refused: loss limits — 2 losing trades in a row (1 of the latest not booked yet); your limit is 2',
      })
      const part = { at: now - 60_000, result: '100', strategy: 'breakout', dealId: 'D1' }
      expect(losing({ bookings: { ...bookings, closes: [part] }, recentCloses: [close] }).kind).toBe('place')
      expect(losing({ bookings, recentCloses: [{ ...close, made: null }] })).toMatchObject({
        sentence: 'Refused: loss limits — what the close of D1 made isn’t known yet',
      })
    })

    it('no longer counts if the history does not contain the close 15 minutes later', () => {
      const readAt = close.at + 15 * 60_000
      expect(decisionOn({ recentCloses: [close], bookings: { ...noBookings, readAt } }).kind).toBe('place')
    })
  })

  it('includes the result of every open position, with its direction, size and contract size', () => {
    const short = aPosition({
      strategy: 'breakout',
      direction: 'SELL',
      size: '3',
      level: '50',
      offer: '48',
      contractSize: '10',
      currency: 'GBP',
    })
    const account = anAccount({ positions: [...holding('101').positions, short, aPosition()] })
    expect(openByStrategy(account, { limits: someLimitsSeen() })).toEqual({
      breakout: { sum: '62', unknown: [] },
    })
  })
})

describe('the open risk rule', () => {
  // The order in these tests is 0.43 per point with its stop 210 points away, so its risk is 90.30.
  const at = (percent: number) => ({ openRisk: someOpenRisk({ percent }) })
  const held = aPosition({
    epic: 'IX.D.FTSE.DAILY.IP',
    size: '2',
    level: '8800',
    stopLevel: '8750',
    contractSize: '1',
    currency: 'GBP',
  })
  const sentenceFor = (set: Partial<LossLimits>, change: Partial<Snapshot> = {}) => {
    return sentenceOfRule(decide(withLimits(set, change)), 'open risk')
  }

  it('adds up the losses at every stop, including this order’s', () => {
    const account = anAccount({ positions: [held] })
    expect(sentenceFor(at(5), { account })).toBe(
      '190.30 GBP at stake with this order; your limit is 500.00 GBP (5% of equity)',
    )
    expect(decide(withLimits(at(1.903), { account })).kind).toBe('place')
    expect(decide(withLimits(at(1.9029), { account }))).toMatchObject({ kind: 'refuse', rule: 'open risk' })
    expect(decide(withLimits(at(5), { account }))).toMatchObject({ order: { risk: '90.30' } })
  })

  it('treats the risk as unknown, not as zero, while IG does not list a position’s level', () => {
    const account = anAccount({ positions: [{ ...held, level: null }] })
    expect(decide(withLimits(at(5), { account }))).toMatchObject({
      kind: 'refuse',
      sentence: 'Refused: open risk — what IX.D.FTSE.DAILY.IP may cost can’t be worked out yet',
    })
  })

  const withMargin = (margin: string) => {
    const { watch, ...seen } = someLimitsSeen()
    if (!watch.reading) throw new Error('There is no reading')
    return { ...seen, watch: { ...watch, reading: { ...watch.reading, margin } } }
  }
  const worthOf = (marginPercent: string | null) => ({
    [held.epic]: { unitMoney: '1', currency: 'GBP', marginPercent },
  })

  it('uses the market’s margin for a position without a stop that was opened after the margin was read', () => {
    const limits = withMargin('300')
    const createdAt = (limits.watch.reading.at ?? 0) + 1
    const account = anAccount({ positions: [held, { ...held, stopLevel: null, createdAt }] })
    expect(decide(withLimits(at(5), { account, limits }))).toMatchObject({
      kind: 'incomplete',
      needs: 'worths',
    })
    // The sum is 100 to the first position's stop, 5% of the second position's value, and 90.30 for the order.
    const value = Number(held.level) * Number(held.size)
    const sum = (100 + value * 0.05 + 90.3).toFixed(2)
    expect(sentenceFor(at(50), { account, limits, worths: worthOf('5') })?.replace(',', '')).toContain(
      `${sum} GBP`,
    )
    expect(decide(withLimits(at(5), { account, limits, worths: worthOf(null) }))).toMatchObject({
      sentence:
        'Refused: open risk — IX.D.FTSE.DAILY.IP has no stop, and IG doesn’t say what margin it takes',
    })
    const more = anAccount({ ...account, inFlightOrders: [anOrderOnItsWay({ epic: 'IX.D.DAX.IP' })] })
    expect(decide(withLimits(at(5), { account: more, limits, worths: worthOf(null) }))).toMatchObject({
      sentence:
        'Refused: open risk — IX.D.FTSE.DAILY.IP has no stop, and IG doesn’t say what margin it takes; what IX.D.DAX.IP may cost can’t be worked out yet',
    })
  })

  it('counts the market’s margin as the risk of a user’s own working order without a stop', () => {
    const order = aWorkingOrder({ epic: held.epic, size: '0.1', level: '8800', stopLevel: null })
    const account = anAccount({ workingOrders: [{ ...order, market: undefined }] })
    expect(decide(withLimits(at(5), { account }))).toMatchObject({ kind: 'incomplete', needs: 'worths' })
    // The sum is 5% of 880, and 90.30 for the order.
    expect(sentenceFor(at(5), { account, worths: worthOf('5') })).toMatch(/^134\.30 GBP/)
  })

  it('counts a user’s own position in the risk group that contains the position’s instrument', () => {
    const groups = [{ name: 'Indices', percent: 1.5, instruments: ['NASDAQ:AAPL', 'TVC:UKX'] }]
    const set = { openRisk: someOpenRisk({ groups }) }
    const account = anAccount({ positions: [held] })
    expect(decide(withLimits(set, { account }))).toMatchObject({ kind: 'incomplete', needs: 'names' })
    expect(decide(withLimits(set, { account, names: {} })).kind).toBe('place')
    expect(decide(withLimits(set, { account, names: { [held.epic]: 'TVC:UKX' } }))).toMatchObject({
      sentence: expect.stringContaining('190.30 GBP at stake in Indices') as string,
    })
  })

  it('counts no risk for a stop that protects a profit, whether the position is long or short', () => {
    const long = { ...held, stopLevel: '8900' }
    const short = { ...held, direction: 'SELL' as const, stopLevel: '8700' }
    expect(sentenceFor(at(5), { account: anAccount({ positions: [long, short] }) })).toMatch(/^90\.30 GBP/)
  })

  it('counts working orders, and counts orders in flight with the risk that their decisions calculated', () => {
    const account = anAccount({
      workingOrders: [aWorkingOrder({ epic, size: '1', level: '22000', stopLevel: '21900' })],
      inFlightOrders: [anOrderOnItsWay({ risk: '60', currency: 'GBP' })],
    })
    expect(sentenceFor(at(5), { account })).toMatch(/^250\.30 GBP/)
    const unknown = anAccount({ inFlightOrders: [anOrderOnItsWay()] })
    expect(decide(withLimits(at(5), { account: unknown }))).toMatchObject({
      sentence: 'Refused: open risk — what IX.D.FTSE.DAILY.IP may cost can’t be worked out yet',
    })
  })

  it('counts as the risk of a position without a stop its share of the margin times the user’s factor', () => {
    const without = { ...held, stopLevel: null }
    const limits = someLimitsSeen()
    const { reading } = limits.watch
    const margin = reading && {
      ...limits,
      watch: { ...limits.watch, reading: { ...reading, margin: '300' } },
    }
    const account = anAccount({ positions: [held, without] })
    const set = { openRisk: someOpenRisk({ marginFactor: 2 }) }
    // The sum is 100 to the stop, 300 ÷ 2 × 2 for the position without a stop, and 90.30 for the order.
    expect(sentenceFor(set, { account, limits: margin ?? undefined })).toMatch(/^490\.30 GBP/)
  })

  it('needs the value of a point on a market in another currency, and refuses if it is unknown', () => {
    const dollars = { ...held, currency: 'USD' }
    const account = anAccount({ positions: [dollars] })
    expect(decide(withLimits(at(5), { account }))).toMatchObject({ kind: 'incomplete', needs: 'worths' })
    const worths = { [dollars.epic]: { unitMoney: '0.8', currency: 'USD' } }
    expect(sentenceFor(at(5), { account, worths })).toMatch(/^170\.30 GBP/)
    expect(decide(withLimits(at(5), { account, worths: {} })).kind).toBe('refuse')
  })

  it('has caps by direction, currency and group, but checks only the caps on sums that the order increases', () => {
    const account = anAccount({ positions: [{ ...held, market: 'TVC:UKX' }] })
    const caps = (change: Parameters<typeof someOpenRisk>[0]) => ({ openRisk: someOpenRisk(change) })
    const reasonFor = (change: Parameters<typeof someOpenRisk>[0], more: Partial<Snapshot> = {}) => {
      const decision = decide(withLimits(caps(change), { account, ...more }))
      return decision.kind === 'refuse' ? decision.sentence : decision.kind
    }
    expect(reasonFor({ directionPercent: 1.8 })).toContain('190.30 GBP at stake in BUY with this order')
    expect(reasonFor({ directionPercent: 1.8 }, { alert: anAlert({ action: 'SELL' }) })).toBe('place')
    expect(reasonFor({ currencyPercent: 1.8 })).toContain('at stake in GBP')
    expect(reasonFor({ currencyPercent: 1.8 }, { market: aMarket({ currencyCode: 'USD' }) })).toBe('place')
    const groups = (instruments: string[]) => [{ name: 'US tech', percent: 0.5, instruments }]
    expect(reasonFor({ groups: groups(['NASDAQ:AAPL', 'NASDAQ:MSFT']) })).toContain(
      '90.30 GBP at stake in US tech',
    )
    expect(reasonFor({ groups: groups(['TVC:UKX']) })).toBe('place')
  })
})
