import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aMarket,
  anAccount,
  anAlert,
  anInstrument,
  aPosition,
  aSnapshot,
  now,
  someSettings,
} from '../../../infra/dev/testing/trading-values.ts'
import { decide } from '../../trading/decide.ts'
import type { Snapshot } from '../../trading/model/snapshot.ts'
import type { KeptDecision } from './kept-decision.ts'
import {
  type Change,
  countEffects,
  decidedBefore,
  halvesOf,
  noChange,
  replay as replayDecided,
} from './replay.ts'

const hour = 3_600_000
const replay = (decisions: readonly KeptDecision[], change: Change) =>
  replayDecided(decidedBefore(decisions), change)
const open = someSettings({
  instrumentTradeCooldownPeriodInHours: 0,
  preventDuplicatePositionsForInstrument: false,
  maximumOpenPositions: 10,
  maximumOpenPositionsAndPendingOrders: 10,
  orderType: 'MARKET',
  smallestFirst: 0,
})

let names = 0
/** A decision a number of hours after the start. */
const kept = (hours: number, change: Partial<Snapshot> = {}, ended: KeptDecision['ended'] = 'decided') => {
  names += 1
  const at = now + hours * hour
  return {
    alertId: `alert${String(names).padStart(21, '0')}`,
    ended,
    snapshot: aSnapshot({
      now: at,
      acceptedAt: at - 1_000,
      settings: open,
      account: anAccount({ readAt: at }),
      market: aMarket({ quotedAt: at }),
      ...change,
      alert: { ...(change.alert ?? anAlert()), firedAt: at - 1_000 },
    }),
  }
}
const effects = (decisions: readonly KeptDecision[], change: Partial<Change>) =>
  replay(decisions, { ...noChange, ...change }).map(({ effect }) => effect)
const cooldownOf = (hours: number) => ({ rules: { instrumentTradeCooldownPeriodInHours: hours } })
const positionOf = ({ alertId, snapshot }: KeptDecision) =>
  aPosition({
    dealId: `D-${alertId}`,
    dealReference: `SP-${alertId.slice(0, 20)}tk1234`,
    epic: anInstrument().igEpic,
    market: snapshot.alert.market,
    strategy: '',
  })

describe('a replay', () => {
  it('makes the same decisions if no rule is changed', () => {
    const decisions = [kept(0), kept(1, { lastOrderAt: now }), kept(2, { settings: someSettings() })]
    for (const { before, after, effect, rule } of replay(decisions, noChange)) {
      expect(after).toEqual(before)
      expect([effect, rule]).toEqual(['same', null])
    }
  })

  it('measures cooldowns from the orders that it would have placed', () => {
    const [one, two, three] = [kept(0), kept(1, { lastOrderAt: now }), kept(5, { lastOrderAt: now + hour })]
    // The second order is not placed in the replay, so the third alert comes five hours after the last order.
    expect(effects([one, two, three], cooldownOf(4))).toEqual(['same', 'refused', 'same'])
    expect(effects([one, two, three], cooldownOf(6))).toEqual(['same', 'refused', 'refused'])
  })

  it('names the rule that decided differently', () => {
    const [, replayed] = replay([kept(0), kept(1, { lastOrderAt: now })], { ...noChange, ...cooldownOf(4) })
    expect(replayed).toMatchObject({ effect: 'refused', rule: 'cooldown', restsOnOther: false })
    expect(replayed?.before.kind).toBe('place')
  })

  it('ignores a position that it would not have opened', () => {
    const settings = someSettings({ ...open, preventDuplicatePositionsForInstrument: true })
    const big = kept(0, { settings, alert: anAlert({ strategy: 'wide' }) })
    const next = kept(1, { settings, account: anAccount({ positions: [positionOf(big)] }) })
    expect(decide(next.snapshot)).toMatchObject({ kind: 'refuse', rule: 'duplicate' })
    const [first, second] = replay([big, next], { ...noChange, strategies: { wide: { paused: true } } })
    expect(first).toMatchObject({ effect: 'refused', rule: 'strategy paused' })
    expect(second).toMatchObject({ effect: 'traded', rule: 'duplicate', restsOnOther: true })
  })

  it('includes a position that it would have opened, until an alert closes it', () => {
    const settings = someSettings({ ...open, maximumOpenPositions: 1 })
    const other = aPosition({ dealId: 'OTHER', epic: 'IX.D.DAX.DAILY.IP', market: 'XETR:DAX' })
    const refused = kept(0, { settings, account: anAccount({ positions: [other] }) })
    const second = kept(1, { settings })
    const close = kept(2, { settings, alert: anAlert({ action: 'CLOSE', price: null }) })
    const third = kept(3, { settings })
    const decisions = [refused, second, close, third]
    const rules = { maximumOpenPositions: 2, preventDuplicatePositionsForInstrument: true }
    expect(replay(decisions, { ...noChange, rules }).map(({ effect, rule }) => [effect, rule])).toEqual([
      ['traded', 'open positions'],
      ['refused', 'duplicate'],
      ['traded', 'something to leave'],
      ['same', null],
    ])
  })

  it('has an unknown result for an alert whose data was never read', () => {
    const settings = someSettings({ ...open, instrumentTradeCooldownPeriodInHours: 24 })
    const early = kept(1, { settings, lastOrderAt: now, account: undefined })
    expect(decide(early.snapshot)).toMatchObject({ kind: 'refuse', rule: 'cooldown' })
    expect(effects([early], cooldownOf(0))).toEqual(['unknown'])
  })

  it('keeps the result of alerts for which IG returned no data or which the safety brake stopped', () => {
    const unread = kept(0, { account: undefined }, 'unreadable')
    const braked = kept(1, {}, 'braked')
    expect(effects([unread, braked], { rules: { largestBurst: 50 } })).toEqual(['same', 'same'])
  })

  it('reports an order with a different size as changed', () => {
    const name = anInstrument().marketAndSymbol
    const change = { instruments: { [name]: { maxPositionSize: '9000' } } }
    expect(replay([kept(0)], { ...noChange, ...change })).toMatchObject([{ effect: 'changed', rule: 'size' }])
  })

  it('counts changes in the whole period and in its halves', () => {
    const decisions = [kept(0), kept(1, { lastOrderAt: now }), kept(9, { lastOrderAt: now + hour })]
    const replayed = replay(decisions, { ...noChange, ...cooldownOf(4) })
    expect(countEffects(replayed)).toEqual({ all: 3, same: 2, refused: 1, traded: 0, changed: 0, unknown: 0 })
    const [first, second] = halvesOf(replayed, now, now + 10 * hour)
    expect([first.length, second.length]).toEqual([2, 1])
  })

  it('does not look ahead, so later alerts do not change earlier results', () => {
    const steps = fc.record({
      hours: fc.integer({ min: 0, max: 200 }),
      strategy: fc.constantFrom(undefined, 'orb', 'trend'),
      action: fc.constantFrom('BUY', 'SELL', 'CLOSE'),
      last: fc.option(fc.integer({ min: 1, max: 30 })),
      held: fc.integer({ min: 0, max: 3 }),
    })
    const changes = fc.record({
      instrumentTradeCooldownPeriodInHours: fc.integer({ min: 0, max: 24 }),
      maximumOpenPositions: fc.integer({ min: 1, max: 4 }),
      preventDuplicatePositionsForInstrument: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 30 }), changes, fc.nat(), (given, rules, cut) => {
        const sorted = [...given].sort((a, b) => a.hours - b.hours)
        const all: KeptDecision[] = []
        const decisions = sorted.map(({ hours, strategy, action, last, held }, index) => {
          const before = sorted.slice(0, index).map((_, place) => place)
          const positions = before.slice(-held).flatMap((place) => all[place] ?? [])
          const one = kept(hours + index / 1_000, {
            alert: anAlert({ action, ...(strategy ? { strategy } : {}) }),
            lastOrderAt: last === null ? null : now + (hours - last) * hour,
            account: anAccount({ positions: held === 0 ? [] : positions.map(positionOf) }),
          })
          all[index] = one
          return one
        })
        const until = cut % (decisions.length + 1)
        const change = { ...noChange, rules }
        expect(replay(decisions.slice(0, until), change)).toEqual(replay(decisions, change).slice(0, until))
      }),
      { numRuns: 300 },
    )
  })
})
