import { describe, expect, it } from 'vitest'
import { anAccount } from '../../../infra/dev/testing/trading-values.ts'
import { igSessions, maxLoginRefusals } from '../../broker/ig/sessions.ts'
import { sessionStoreInMemory } from '../../../infra/dev/testing/session-store-in-memory.ts'
import { acceptAlert } from '../accept/accept.ts'
import { handleDeadLetter } from '../dead-letter.ts'
import { executeAlert } from '../execute.ts'
import type { Broker, BrokerLogin } from '../ports/broker.ts'
import { reconcileAlerts } from '../reconcile.ts'
import { calmWorld, message } from '../../../infra/dev/simulation/engine.ts'

const minute = 60_000

/**
 * Sends an order with credentials of version 3, then saves other credentials.
 * @param ask runs for each later look-up at the broker
 */
const afterSaving = async (
  credentials: { accountId: string; version: number },
  { inDoubt }: { inDoubt: boolean },
  ask: (login: BrokerLogin) => Promise<void> = async () => {},
) => {
  const asked: BrokerLogin[] = []
  let saved = false
  const askAs = async (login: BrokerLogin) => {
    if (!saved) return
    asked.push(login)
    await ask(login)
  }
  const world = calmWorld()
  const { confirm } = world.ports.broker
  const broker: Broker = {
    ...world.ports.broker,
    confirm: async (login, reference) => {
      await askAs(login)
      return inDoubt ? null : confirm(login, reference)
    },
    readAccount: async (login) => {
      await askAs(login)
      return anAccount({ readAt: world.clock.now() })
    },
    readActivity: async (login) => {
      await askAs(login)
      return []
    },
  }
  const ports = { ...world.ports, broker }
  const { alertId } = (await acceptAlert(ports, world.body())) as { alertId: string }
  await executeAlert(ports, message(alertId))
  world.user.credentials.DEMO = credentials
  saved = true
  world.clock.pass(minute)
  return { ...world, ports, asked, message: message(alertId) }
}
type World = Awaited<ReturnType<typeof afterSaving>>

const reconcile = ({ ports, clock }: World) =>
  reconcileAlerts(ports, clock.now() + minute, (_alert, error) => {
    throw error
  })

describe('a login after the credentials were changed', () => {
  describe.each([
    ['of the reconciler for an order in doubt', true, reconcile],
    ['of the reconciler for a working order', false, reconcile],
    ['of the executor', true, ({ ports, message }: World) => executeAlert(ports, message)],
    ['for a dead letter', true, ({ ports, message }: World) => handleDeadLetter(ports, message)],
  ] as const)('%s', (_who, inDoubt, look) => {
    it.each([
      ['uses the new credentials if the account is the same', 'ZZ1AB', 4],
      ['uses the credentials of the order if the account is different', 'ZZ1XY', 3],
    ])('%s', async (_words, accountId, credentialsVersion) => {
      const world = await afterSaving({ accountId, version: 4 }, { inDoubt })
      await look(world)
      expect(world.asked.length).toBeGreaterThan(0)
      for (const login of world.asked)
        expect(login).toEqual({ userId: 'ann', mode: 'DEMO', accountId: 'ZZ1AB', credentialsVersion })
    })
  })

  it('is tried only three times if the new password is wrong', async () => {
    let logins = 0
    const typed = { apiKey: 'key-1', username: 'demo_user_7', password: 'mistyped', accountId: 'ZZ1AB' }
    const saved = { accountId: 'ZZ1AB', version: 4 }
    const world = await afterSaving(saved, { inDoubt: false }, async (login) => {
      await sessions.current(login)
    })
    const sessions = igSessions({
      credentials: async () => typed,
      keys: async () => ({ inUse: Buffer.alloc(32, 9), accepted: [Buffer.alloc(32, 9)] }),
      store: sessionStoreInMemory(),
      clock: world.clock,
      random: world.ports.random,
      send: async () => {
        logins += 1
        const errorCode = 'error.security.invalid-details'
        return { status: 401, headers: new Headers(), body: { errorCode }, errorCode }
      },
    })
    const dashboard = { userId: 'ann', mode: 'DEMO', accountId: 'ZZ1AB', credentialsVersion: 4 } as const
    for (let run = 0; run < 10; run += 1) {
      await reconcile(world)
      await sessions.current(dashboard).catch(() => {})
      world.clock.pass(minute + 1)
    }
    expect(world.asked.length).toBe(10)
    expect(logins).toBe(maxLoginRefusals)
  })
})
