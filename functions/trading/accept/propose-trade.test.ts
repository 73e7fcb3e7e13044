import { toldOutcome } from '../../../infra/dev/testing/told-outcome.ts'
import { describe, expect, it } from 'vitest'
import { calmWorld, secret } from '../../../infra/dev/simulation/engine.ts'
import { acceptAlert } from './accept.ts'
import { confirmAlert } from './confirm-alert.ts'
import { executeAlert } from '../execute.ts'
import type { AlertMessage } from '../ports/alert-record.ts'
import { newerAlert, withNewest } from '../ledger/alert-order.ts'
import { notifyOfRate, withRecent } from '../decide/firing-rate.ts'
import { emptyLedger } from '../ledger/ledger.ts'
import { type ProposedTrade, proposeTrade } from './propose-trade.ts'

const by = 'token “laptop”'
const trade: ProposedTrade = { action: 'BUY', market: 'NASDAQ:AAPL', price: '229.87', atr: { 14: '4.2' } }

/** Proposes a trade for a user whose settings require no approval. */
const proposed = async (more: Partial<ProposedTrade> = {}) => {
  const world = calmWorld()
  const [user] = world.tables.users.values()
  if (!user) throw new Error('The calm world has a user')
  expect(user.settings.askFirst).toBe(false)
  const queued: AlertMessage[] = []
  const queue = { send: (sent: AlertMessage) => Promise.resolve(void queued.push(sent)) }
  const ports = { ...world.ports, queue }
  const admitted = await world.ports.store.admit(secret, world.clock.now())
  if (!admitted) throw new Error('The calm world’s user has this secret')
  const owner = { userId: user.userId, captured: admitted.captured }
  const propose = (fields: Partial<ProposedTrade> = {}) =>
    proposeTrade(ports, owner, { ...trade, ...more, ...fields }, by)
  const { alertId } = (await propose()) as AlertMessage
  const run = async () => {
    for (const sent of queued.splice(0)) await executeAlert(ports, sent)
  }
  const placed = () => world.calls.filter((call) => call === 'place').length
  const outcomeOf = (id: string) => toldOutcome(world.tables.alerts.get(id)?.outcome)
  return { ...world, ports, user, owner, alertId, queued, propose, run, placed, outcomeOf }
}

describe('a proposed trade', () => {
  it('waits for approval and places no order, even if the settings require no approval', async () => {
    const { run, outcomeOf, alertId, placed, tables } = await proposed()
    await run()
    expect(outcomeOf(alertId)).toMatchObject({
      outcome: 'ASKED',
      sentence: expect.stringMatching(/^Awaiting approval: Buy .*, proposed by token “laptop”; waiting/),
    })
    expect([...tables.logs.values()]).toMatchObject([{ extra: { outcome: 'ASKED', proposedBy: by } }])
    expect(placed()).toBe(0)
  })

  it('is placed once if it is approved', async () => {
    const { run, ports, user, alertId, placed } = await proposed()
    await run()
    for (let turn = 0; turn < 3; turn += 1)
      expect(await confirmAlert(ports, user.userId, alertId)).toBe('confirmed')
    await run()
    expect(placed()).toBe(1)
  })

  it('is not placed if another user approves it, or if it has expired', async () => {
    const { run, ports, user, alertId, placed, clock, outcomeOf } = await proposed()
    await run()
    expect(await confirmAlert(ports, 'someone else', alertId)).toBe('none')
    clock.pass((outcomeOf(alertId)?.answerBy ?? 0) - clock.now() + 1)
    expect(await confirmAlert(ports, user.userId, alertId)).toBe('late')
    await run()
    expect(placed()).toBe(0)
  })

  it('can be refused by a rule, like any other alert', async () => {
    const { run, outcomeOf, alertId, user, placed } = await proposed()
    user.settings = {
      ...user.settings,
      tradingPause: { by: 'USER', at: '2026-01-05T09:00:00Z', reason: 'Paused by you' },
    }
    await run()
    expect(outcomeOf(alertId)).toMatchObject({ outcome: 'REFUSED' })
    expect(placed()).toBe(0)
  })

  it('is a duplicate if it has the same ID as an earlier proposal, or the same values within a minute', async () => {
    const { propose, alertId, tables, clock } = await proposed({ id: 'order-7' })
    clock.pass(120_000)
    expect(await propose({ action: 'SELL' })).toMatchObject({ kind: 'duplicate', alertId })
    const bare = await propose({ id: undefined })
    expect(await propose({ id: undefined })).toEqual({ ...bare, kind: 'duplicate' })
    expect(tables.alerts.size).toBe(2)
  })

  it('does not prevent a TradingView alert with the same ID', async () => {
    const { ports, body } = await proposed({ id: 'order-7' })
    const real = await acceptAlert(ports, body({ id: 'order-7' }))
    expect(real).toMatchObject({ kind: 'queued' })
  })

  it('is refused with one problem per invalid field if it can’t be read', async () => {
    const { propose } = await proposed()
    expect(await propose({ market: 'AAPL', price: 'dear' })).toEqual({
      kind: 'invalid',
      secret: expect.any(String),
      problems: { market: expect.any(String), price: expect.any(String) },
    })
  })
})

describe('the alerts of strategies', () => {
  const own = {
    alertId: 'PROPOSED',
    acceptedAt: 10_000,
    proposedBy: by,
    alert: { market: 'LSE:VOD', action: 'BUY', firedAt: null } as never,
  }
  const confirmed = { ...own, alertId: 'CONFIRMED', confirms: 'PROPOSED' }

  it('become outdated because of a newer proposal only if the user approves it', () => {
    expect(withNewest(undefined, own, 20_000)).toBeUndefined()
    expect(withNewest(undefined, confirmed, 20_000)).toMatchObject({ ' LSE:VOD': { alertId: 'CONFIRME' } })
  })

  it('withdraw a proposal only if they are decided after the proposal was made', () => {
    const decided = (at: number) => ({
      newest: { ' LSE:VOD': { action: 'CLOSE' as const, firedAt: null, at, alertId: 'OTHER' } },
    })
    expect(newerAlert(decided(9_000), confirmed)).toBeUndefined()
    expect(newerAlert(decided(11_000), confirmed)).toMatchObject({ at: 11_000 })
  })

  it('are counted for TradingView’s firing limit, but proposals are not', async () => {
    const many = Array.from({ length: 20 }, (_, at) => ({ ...own, alertId: `P${at}` }))
    const recent = withRecent(emptyLedger, many, 20_000)
    expect(recent).toEqual({})
    const ports = new Proxy({}, { get: () => expect.unreachable('the user is not notified') })
    await notifyOfRate(ports as never, many as never, { ...emptyLedger, recent })
  })
})
