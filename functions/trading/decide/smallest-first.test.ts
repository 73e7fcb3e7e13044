import { toldOutcome } from '../../../infra/dev/testing/told-outcome.ts'
import { describe, expect, it } from 'vitest'
import { calmWorld, message } from '../../../infra/dev/simulation/engine.ts'
import { acceptAlert } from '../accept/accept.ts'
import { executeAlert } from '../execute.ts'
import type { Broker } from '../ports/broker.ts'
import { stepInWords } from '../../../shared/trading/rules/trace.ts'

/**
 * Creates a user who switched to LIVE a moment ago.
 * @returns a function that places the user's next order and returns its size
 */
const wentLive = (smallestFirst: number, change: Partial<Broker> = {}) => {
  const world = calmWorld(change)
  const [user] = world.tables.users.values()
  if (!user) throw new Error('The calm world has a user')
  const liveSince = world.clock.now() - 1_000
  user.settings = {
    ...user.settings,
    mode: 'LIVE',
    liveSince,
    smallestFirst,
    instrumentTradeCooldownPeriodInHours: 0,
    preventDuplicatePositionsForInstrument: false,
    allowHedging: true,
    enforceMaximumOpenPositions: false,
    enforceMaximumOpenPositionsAndPendingOrders: false,
  }
  let count = 0
  const place = async () => {
    count += 1
    const body = world.body({ secret: user.secrets.LIVE, id: `alert ${count}` })
    const { alertId } = (await acceptAlert(world.ports, body)) as { alertId: string }
    await executeAlert(world.ports, { ...message(alertId), mode: 'LIVE' })
    world.clock.pass(5_000)
    const outcome = toldOutcome(world.tables.alerts.get(alertId)?.outcome)
    return {
      outcome: outcome?.outcome,
      size: outcome?.order?.size,
      sentence: outcome?.trace.map(stepInWords).find(({ rule }) => rule === 'size')?.sentence,
    }
  }
  return { ...world, user, place }
}

describe('the first orders after switching to LIVE', () => {
  it('have the market’s minimum size, unlike later orders', async () => {
    const { place } = wentLive(2)
    const [first, second, third] = [await place(), await place(), await place()]
    expect([first.outcome, second.outcome, third.outcome]).toEqual(['PLACED', 'PLACED', 'PLACED'])
    expect(first.size).toBe(second.size)
    expect(Number(third.size)).toBeGreaterThan(Number(first.size))
    expect(first.sentence).toContain('the market’s minimum')
    expect(first.sentence).toContain('until 2 more orders are placed after going live')
  })

  it('have the minimum size again after another switch to LIVE, unless the setting is off', async () => {
    const { place, user, clock } = wentLive(1)
    const small = (await place()).size
    const own = (await place()).size
    expect(own).not.toBe(small)
    user.settings = { ...user.settings, liveSince: clock.now() }
    expect((await place()).size).toBe(small)
    user.settings = { ...user.settings, liveSince: clock.now(), smallestFirst: 0 }
    expect((await place()).size).toBe(own)
  })

  it('still have the minimum size after an order that the broker refused', async () => {
    const { place } = wentLive(1, {
      place: () => Promise.resolve({ kind: 'refused', code: 'NO', message: 'no' }),
    })
    const [first, second] = [await place(), await place()]
    expect(first.outcome).not.toBe('PLACED')
    expect(second.sentence).toContain('minimum')
  })
})
