import { toldOutcome } from '../../infra/dev/testing/told-outcome.ts'
import { describe, expect, it } from 'vitest'
import { message } from '../../infra/dev/simulation/engine.ts'
import { tradingWorld } from '../../infra/dev/simulation/trading-world.ts'
import { aMarket, aPosition, epic } from '../../infra/dev/testing/trading-values.ts'
import type { OpenPosition } from '../../shared/trading/model/snapshot.ts'
import { executeAlerts } from './execute.ts'
import { withCancelled } from './ledger/waiting.ts'
import { limits } from './ports/limits.ts'
import { reconcileAlerts } from './reconcile.ts'

const exit = { action: 'sell', prev_position: 'long', position: 'flat', strategy: 'orb' }
const minute = 60_000

/**
 * Creates a strategy with a long position, then closes the market for dealing.
 * @param stop the stop level of the position
 */
const atTheClose = async ({ stop = '22431' as string | null, status = 'EDITS_ONLY' } = {}) => {
  const state = { isShut: false }
  let shutCloses = 0
  const world = tradingWorld(() => ({
    readMarkets: async (_login, epics) =>
      epics.map((each) =>
        aMarket({
          epic: each,
          quotedAt: world.clock.now(),
          status: state.isShut ? (status as 'EDITS_ONLY') : 'TRADEABLE',
        }),
      ),
  }))
  const { closePosition, confirm } = world.ports.broker
  Object.assign(world.ports.broker, {
    closePosition: (...given: Parameters<typeof closePosition>) => {
      if (!state.isShut) return closePosition(...given)
      world.calls.push('closePosition')
      return Promise.resolve({ kind: 'received', dealReference: `SHUT${(shutCloses += 1)}` })
    },
    confirm: (...given: Parameters<typeof confirm>) =>
      given[1].startsWith('SHUT')
        ? Promise.resolve({
            kind: 'rejected',
            reason: 'MARKET_CLOSED_WITH_EDITS',
            message: 'the market is closed (MARKET_CLOSED_WITH_EDITS)',
            isShut: true,
          })
        : confirm(...given),
  })
  world.set({ enforceMaximumAlertAgeInSeconds: false, allowHedging: true })
  await world.send({ ...exit, action: 'buy', prev_position: 'flat', position: 'long' })
  world.held[0] = { ...(world.held[0] as OpenPosition), stopLevel: stop }
  state.isShut = true
  const take = async (fields: Record<string, unknown>) => {
    const id = await world.accept(fields)
    await executeAlerts(world.ports, [message(id)])
    return id
  }
  const pass = async (minutes: number) => {
    for (let count = 0; count < minutes; count += 1) {
      world.clock.pass(minute)
      world.queued.length = 0
      await reconcileAlerts(world.ports, world.clock.now() + 45_000, (_, error) => {
        throw error
      })
      const again = [...world.queued]
      if (again.length > 0) await executeAlerts(world.ports, again)
    }
  }
  const times = (name: string) => world.calls.filter((call) => call === name).length
  const alertOf = (id: string) => world.tables.alerts.get(id)
  return { ...world, state, take, pass, times, alertOf }
}

describe('an exit on a market that is closed for dealing', () => {
  it('waits until the market opens, reports the stop that protects its position, and closes only that position', async () => {
    const world = await atTheClose()
    const id = await world.take(exit)
    const waitsFor =
      'NASDAQ:AAPL isn’t open for dealing. CLOSE NASDAQ:AAPL is carried out as soon as it opens, and doesn’t expire meanwhile. Your stop at 22,431 stays at IG'
    expect(world.alertOf(id)).toMatchObject({ state: 'waits', outcome: null, waitsFor })
    expect([...world.tables.logs.values()].map(({ message: text }) => text)).toContain(`Waiting: ${waitsFor}`)
    world.held.push(aPosition({ epic, dealId: 'manually' }))
    await world.pass(65 * 60)
    expect([world.held.length, world.times('closePosition')]).toEqual([2, 1])
    world.state.isShut = false
    await world.pass(1)
    expect(world.alertOf(id)).toMatchObject({ state: 'ended', outcome: { outcome: 'PLACED' } })
    expect(toldOutcome(world.alertOf(id)?.outcome)?.sentence).toBe('Closed 1 deal on NASDAQ:AAPL')
    expect(world.held.map(({ dealId }) => dealId)).toEqual(['manually'])
  })

  it('warns the user if the position has no stop while the exit waits', async () => {
    const world = await atTheClose({ stop: null })
    const id = await world.take(exit)
    expect(world.alertOf(id)?.waitsFor).toMatch(
      /Warning: 1 position without a stop, so nothing limits the loss$/,
    )
  })

  it('is checked with all other waiting exits in one request per minute', async () => {
    const world = await atTheClose()
    await world.take({ ...exit, id: 'one' })
    world.held.push(aPosition({ epic: 'KA.D.VOD.DAILY.IP', dealId: 'B', createdAt: world.clock.now() }))
    await world.take({ action: 'CLOSE_ALL', market: '*', strategy: undefined })
    const before = world.times('readMarkets')
    await world.pass(10)
    expect(world.times('readMarkets') - before).toBe(10)
  })

  it('does not block other alerts on its market', async () => {
    const world = await atTheClose()
    await world.take(exit)
    const other = await world.take({ action: 'BUY', strategy: 'other' })
    expect(toldOutcome(world.alertOf(other)?.outcome)).not.toBeNull()
  })

  it('ends if its user cancels it', async () => {
    const world = await atTheClose()
    const id = await world.take(exit)
    const { accounts } = world.tables
    const record = withCancelled(accounts.get('ann#DEMO') ?? expect.fail('no record'), id)
    accounts.set('ann#DEMO', record ?? expect.fail('it does not wait'))
    await world.pass(1)
    expect(world.alertOf(id)).toMatchObject({ state: 'ended', outcome: { outcome: 'NOT_PLACED' } })
    expect(toldOutcome(world.alertOf(id)?.outcome)?.sentence).toMatch(
      /you cancelled it before it could be closed$/,
    )
    expect(world.held).toHaveLength(1)
  })

  it('ends if a newer exit closes the same position', async () => {
    const world = await atTheClose()
    const first = await world.take(exit)
    const second = await world.take({ action: 'CLOSE_ALL', market: '*', strategy: undefined })
    await world.pass(1)
    expect(toldOutcome(world.alertOf(first)?.outcome)?.sentence).toMatch(/a newer alert closes the same/)
    expect(world.alertOf(second)).toMatchObject({ state: 'waits', outcome: null })
    world.state.isShut = false
    await world.pass(1)
    expect([world.held, world.alertOf(second)?.outcome?.outcome]).toEqual([[], 'PLACED'])
  })

  it('ends if its position is closed in the meantime', async () => {
    const world = await atTheClose()
    const id = await world.take(exit)
    world.held.length = 0
    await world.pass(3)
    expect(toldOutcome(world.alertOf(id)?.outcome)).toMatchObject({ outcome: 'PLACED' })
    expect(toldOutcome(world.alertOf(id)?.outcome)?.sentence).toMatch(/it was no longer open/)
  })

  it('ends after seven days', async () => {
    const world = await atTheClose()
    const id = await world.take(exit)
    world.clock.pass(limits.exitWaits)
    await world.pass(1)
    expect(toldOutcome(world.alertOf(id)?.outcome)?.sentence).toMatch(/the market didn’t open for 7 days/)
  })

  it('ends as BLOCKED and sends nothing if the credentials have changed', async () => {
    const world = await atTheClose()
    const id = await world.take(exit)
    world.user.credentials = { ...world.user.credentials, DEMO: { accountId: 'ZZ1AB', version: 9 } }
    const before = world.times('closePosition')
    world.state.isShut = false
    await world.pass(1)
    expect(toldOutcome(world.alertOf(id)?.outcome)).toMatchObject({
      outcome: 'BLOCKED',
      sentence: expect.stringMatching(/^Blocked: 1 of 1 deal on .*: the credentials were changed before/),
    })
    expect(world.notifications).toContainEqual(expect.objectContaining({ type: 'order.rejected' }))
    expect(world.times('closePosition')).toBe(before)
  })

  it('opens no opposite position if it is a reversal', async () => {
    const world = await atTheClose()
    const id = await world.take({ ...exit, position: 'short' })
    expect(world.alertOf(id)).toMatchObject({ state: 'waits' })
    await world.pass(10)
    world.state.isShut = false
    await world.pass(1)
    expect(toldOutcome(world.alertOf(id)?.outcome)).toMatchObject({
      outcome: 'NOT_PLACED',
      sentence: `Closed 1 deal on NASDAQ:AAPL. The opposite position was not opened`,
    })
    expect(world.held).toEqual([])
  })

  it('leaves the intended size open if it is a REDUCE', async () => {
    const world = await atTheClose()
    const id = await world.take({ action: 'REDUCE', percent: 50, strategy: 'orb' })
    expect(world.alertOf(id)).toMatchObject({ state: 'waits' })
    world.state.isShut = false
    await world.pass(1)
    expect(world.sides()).toEqual(['BUY 0.22'])
  })
})
