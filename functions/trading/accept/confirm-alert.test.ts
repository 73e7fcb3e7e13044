import { toldOutcome } from '../../../infra/dev/testing/told-outcome.ts'
import { describe, expect, it } from 'vitest'
import { calmWorld, message } from '../../../infra/dev/simulation/engine.ts'
import { acceptAlert } from './accept.ts'
import { confirmAlert } from './confirm-alert.ts'
import { executeAlert } from '../execute.ts'
import type { AlertMessage } from '../ports/alert-record.ts'

/** Creates a user who requires approval, and executes an alert that passes every rule. */
const asked = async () => {
  const world = calmWorld()
  const [user] = world.tables.users.values()
  if (!user) throw new Error('The calm world has a user')
  user.settings = { ...user.settings, askFirst: true }
  const { alertId } = (await acceptAlert(world.ports, world.body({}))) as { alertId: string }
  await executeAlert(world.ports, message(alertId))
  const queued: AlertMessage[] = []
  const ports = {
    ...world.ports,
    queue: {
      send: (sent: AlertMessage) => {
        queued.push(sent)
        return Promise.resolve()
      },
    },
  }
  const placed = () => world.calls.filter((call) => call === 'place').length
  const outcomeOf = (id: string) => toldOutcome(world.tables.alerts.get(id)?.outcome)
  return { ...world, ports, user, alertId, queued, placed, outcomeOf }
}

describe('an alert that requires approval', () => {
  it('waits for approval if every rule passes, and places no order before then', async () => {
    const { outcomeOf, alertId, placed, tables } = await asked()
    expect(outcomeOf(alertId)).toMatchObject({
      outcome: 'ASKED',
      sentence: expect.stringMatching(
        /^Awaiting approval: Buy .* waiting for your approval until \d{4}-/,
      ) as unknown,
    })
    expect(outcomeOf(alertId)?.answerBy).toBeGreaterThan(0)
    expect([...tables.logs.values()]).toMatchObject([{ type: 'ALERT', extra: { outcome: 'ASKED' } }])
    expect(placed()).toBe(0)
  })

  it('is placed only once if it is approved several times', async () => {
    const { ports, tables, user, alertId, queued, placed, outcomeOf } = await asked()
    expect(tables.alerts.get(alertId)?.state).toBe('asks')
    for (let turn = 0; turn < 3; turn += 1)
      expect(await confirmAlert(ports, user.userId, alertId)).toBe('confirmed')
    expect(tables.alerts.get(alertId)?.state).toBe('ended')
    for (const sent of queued) await executeAlert(ports, sent)
    const [{ alertId: confirmed } = { alertId: '' }] = queued
    expect(new Set(queued.map((sent) => sent.alertId))).toEqual(new Set([confirmed]))
    expect(outcomeOf(confirmed)?.outcome).toBe('PLACED')
    expect(placed()).toBe(1)
    expect(await confirmAlert(ports, user.userId, alertId)).toBe('confirmed')
    expect(placed()).toBe(1)
  })

  it('is not placed if it expires before or after it is approved', async () => {
    const { ports, user, alertId, clock, queued, outcomeOf, placed } = await asked()
    const { answerBy = 0 } = outcomeOf(alertId) ?? {}
    clock.pass(answerBy - clock.now() - 1_000)
    expect(await confirmAlert(ports, user.userId, alertId)).toBe('confirmed')
    clock.pass(2_000)
    for (const sent of queued) await executeAlert(ports, sent)
    expect(outcomeOf(queued[0]?.alertId ?? '')?.outcome).toBe('EXPIRED')
    expect(await confirmAlert(ports, user.userId, alertId)).toBe('late')
    expect(placed()).toBe(0)
  })

  it('is decided again when it is approved, and refused if a rule no longer passes', async () => {
    const { ports, user, alertId, queued, outcomeOf, placed } = await asked()
    user.settings = { ...user.settings, maximumOpenPositions: 0 }
    await confirmAlert(ports, user.userId, alertId)
    for (const sent of queued) await executeAlert(ports, sent)
    expect(outcomeOf(queued[0]?.alertId ?? '')).toMatchObject({ outcome: 'REFUSED' })
    expect(placed()).toBe(0)
  })

  it('can be approved only by its user, and only if it waits for approval', async () => {
    const { ports, user, alertId, queued } = await asked()
    expect(await confirmAlert(ports, 'somebody', alertId)).toBe('none')
    expect(await confirmAlert(ports, user.userId, 'UNKNOWN')).toBe('none')
    await confirmAlert(ports, user.userId, alertId)
    for (const sent of queued) await executeAlert(ports, sent)
    expect(await confirmAlert(ports, user.userId, queued[0]?.alertId ?? '')).toBe('none')
  })

  it('is never an exit, because exits require no approval', async () => {
    const { ports, body, outcomeOf } = await asked()
    const { alertId } = (await acceptAlert(ports, body({ action: 'CLOSE' }))) as { alertId: string }
    await executeAlert(ports, message(alertId))
    expect(outcomeOf(alertId)?.outcome).not.toBe('ASKED')
  })
})
