import { describe, expect, it } from 'vitest'
import { aTrade } from '../../../infra/dev/testing/example-journal.ts'
import {
  aMarket,
  anInstrument,
  aSnapshot,
  now,
  someLimitsSeen,
  someSettings,
} from '../../../infra/dev/testing/trading-values.ts'
import { decidedBefore, noChange, replay } from './replay.ts'
import { moneyOf, sumMoney } from './money.ts'
import { replaySession } from './session.ts'

const settings = someSettings({ orderType: 'MARKET', smallestFirst: 0 })
const kept = (alertId: string, strategy = 'orb') => {
  const snapshot = aSnapshot({ settings, market: aMarket({ quotedAt: now }) })
  return {
    alertId,
    ended: 'decided' as const,
    snapshot: { ...snapshot, alert: { ...snapshot.alert, strategy } },
  }
}
const one = (change: Partial<typeof noChange>) =>
  replay(decidedBefore([kept('one')]), { ...noChange, ...change }).at(0) as ReturnType<typeof replay>[number]
const tradesOf = (...trades: ReturnType<typeof aTrade>[]) =>
  new Map(trades.map((trade) => [trade.alertId ?? '', trade]))
const won = aTrade({ alertId: 'one', result: 100 })
const name = anInstrument().marketAndSymbol
const paused = { strategies: { orb: { paused: true } } }

describe('the money of an alert', () => {
  it('is the journal’s result, and would now be 0, if the alert traded and the changed rules refuse it', () => {
    expect(moneyOf(one(paused), tradesOf(won))).toEqual({ kind: 'booked', made: 100, would: 0 })
  })

  it('is in proportion to the size if only the size differs', () => {
    const halved = one({ strategies: { orb: { sizePercent: 50 } } })
    const money = moneyOf(halved, tradesOf(won))
    expect(money.kind).toBe('scaled')
    expect(money.made).toBe(100)
    expect(money.would).toBeGreaterThan(45)
    expect(money.would).toBeLessThan(55)
  })

  it('is in proportion to the size even though the margin changes with the size', () => {
    const { snapshot, ...rest } = kept('one')
    const market = aMarket({ quotedAt: now, marginBands: [{ from: '0', to: null, percent: '20' }] })
    const read = { ...rest, snapshot: { ...snapshot, market, limits: someLimitsSeen() } }
    const change = { ...noChange, strategies: { orb: { sizePercent: 50 } } }
    const [halved] = replay(decidedBefore([read]), change)
    expect(halved?.before).toMatchObject({ order: { margin: expect.any(String) as string } })
    // The size is 0.21 instead of 0.43.
    expect(moneyOf(halved as ReturnType<typeof one>, tradesOf(won))).toEqual({
      kind: 'scaled',
      made: 100,
      would: 48.84,
    })
  })

  it('is in proportion to the size if the size follows from the risk and the equity was read', () => {
    const byRisk = { ...noChange, strategies: { orb: { riskPercent: 0.5 } } }
    const [read] = replay(
      decidedBefore([{ ...kept('one'), snapshot: { ...kept('one').snapshot, limits: someLimitsSeen() } }]),
      byRisk,
    )
    // The size is 50 GBP ÷ 210 points = 0.23 instead of 0.43.
    const money = moneyOf(read as ReturnType<typeof one>, tradesOf(won))
    expect([money.kind, money.made]).toEqual(['scaled', 100])
    expect(Math.round(money.would ?? 0)).toBe(53)
    expect(one(byRisk).effect).toBe('unknown')
  })

  it('is unknown if the stop differs', () => {
    const wider = one({ instruments: { [name]: { atrStopLossMultiplePercentage: '400' } } })
    expect(wider.effect).toBe('changed')
    expect(moneyOf(wider, tradesOf(won)).kind).toBe('unknown')
  })

  it('is unknown while the alert’s trade is open, or if the journal lacks the trade', () => {
    const open = aTrade({ alertId: 'one', isOpen: true, closedAt: null })
    expect(moneyOf(one(paused), tradesOf(open)).kind).toBe('unknown')
    expect(moneyOf(one(paused), tradesOf()).kind).toBe('unknown')
  })

  it('is added up separately for each kind of result, such as booked or unknown', () => {
    const lost = aTrade({ alertId: 'two', result: -40.5 })
    const replayed = replay(decidedBefore([kept('one'), kept('two'), kept('three')]), {
      ...noChange,
      ...paused,
    })
    expect(sumMoney(replayed, tradesOf(won, lost))).toEqual([
      { kind: 'booked', alerts: 2, made: 59.5, would: 0 },
      { kind: 'unknown', alerts: 1, made: null, would: null },
    ])
  })
})

describe('a replay session', () => {
  it('counts the alerts of one strategy, but replays the alerts of all strategies', () => {
    const answer = replaySession()
    const decisions = [kept('one'), kept('two', 'trend')]
    expect(answer({ kind: 'load', decisions, trades: [won] })).toEqual({
      kind: 'loaded',
      alerts: 2,
      early: 0,
      strategies: ['orb', 'trend'],
      instruments: [name],
    })
    const change = { ...noChange, ...paused }
    const span = { from: now - 1, to: now + 1_000 }
    expect(answer({ kind: 'replay', change, strategy: 'trend', span })).toMatchObject({
      whole: { counts: { all: 1, same: 1, refused: 0 } },
      rows: [],
    })
    expect(answer({ kind: 'replay', change, strategy: null, span })).toMatchObject({
      whole: { counts: { all: 2, refused: 1 }, money: [{ kind: 'booked', made: 100 }] },
      halves: [{ counts: { all: 2 } }, { counts: { all: 0 } }],
      rows: [{ alertId: 'one', effect: 'refused', rule: 'strategy paused' }],
    })
  })

  it('counts alerts that were refused before anything was read from IG', () => {
    const { snapshot, ...rest } = kept('one')
    const { market: _, account: __, ...read } = snapshot
    const tradingPause = { by: 'USER' as const, at: '2026-09-07T13:31:10Z', reason: 'now' }
    const early = { ...rest, snapshot: { ...read, settings: { ...snapshot.settings, tradingPause } } }
    const decisions = [early, { ...kept('two'), alertId: 'two' }]
    expect(replaySession()({ kind: 'load', decisions, trades: [] })).toMatchObject({ alerts: 2, early: 1 })
  })

  it('shows how an alert was decided and how it would be decided now', () => {
    const answer = replaySession()
    answer({ kind: 'load', decisions: [kept('one')], trades: [] })
    const span = { from: now, to: now }
    answer({ kind: 'replay', change: { ...noChange, ...paused }, strategy: null, span })
    const shown = answer({ kind: 'show', alertId: 'one' })
    expect(shown).toMatchObject({
      sentences: [expect.stringMatching(/^Buy/), expect.stringMatching(/^Refused/)],
    })
    expect(shown.kind === 'shown' && shown.before.length > shown.after.length).toBe(true)
  })
})
