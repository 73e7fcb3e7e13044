import { describe, expect, it } from 'vitest'
import { anAccount } from '../../infra/dev/testing/trading-values.ts'
import { acceptAlert } from './accept.ts'
import { executeAlert } from './execute.ts'
import { limits } from './limits.ts'
import type { AccountState } from '../../shared/trading/snapshot.ts'
import { calmWorld, message } from '../../infra/dev/simulation/engine.ts'

/**
 * What the broker is told is known already when an alert comes to need the account; null: it is not asked.
 * @param comparedAge of the orders that those of `ordersAge` were compared with
 */
const askedWith = async (positionsAge: number, ordersAge: number, comparedAge?: number) => {
  let told: AccountState | undefined | null = null
  const world = calmWorld({
    readAccount: async (_account, known) => {
      told = known
      return anAccount({ readAt: world.clock.now() })
    },
  })
  const now = world.clock.now()
  const of = { accountId: anAccount().accountId, currency: null }
  world.tables.saveLists(message(''), {
    positions: { ...of, readAt: now - positionsAge, rows: [] },
    orders: {
      ...of,
      readAt: now - ordersAge,
      answeredAt: now - ordersAge,
      rows: [],
      ...(comparedAge === undefined
        ? {}
        : { compared: { positionsReadAt: now - positionsAge, readAt: now - comparedAge } }),
    },
  })
  const { alertId } = (await acceptAlert(world.ports, world.body())) as { alertId: string }
  await executeAlert(world.ports, message(alertId))
  return told as AccountState | undefined | null
}

describe('the lists that others read', () => {
  const [young, old] = [limits.snapshotAge - 1_000, limits.snapshotAge + 1_000]

  it('do while both are young', async () => {
    expect(await askedWith(young, young)).toBeNull()
  })

  it('spare a reading of the positions while those are young', async () => {
    expect((await askedWith(young, old))?.positionsReadAt).toBeDefined()
  })

  it('do, too, where they were compared with older orders, as long as both are young', async () => {
    expect(await askedWith(young, young - 1_000, old)).toBeNull()
    expect(await askedWith(old, young, old + 1_000)).toBeUndefined()
  })

  it('are read again together where the positions are old', async () => {
    expect(await askedWith(old, young)).toBeUndefined()
    expect(await askedWith(old, old)).toBeUndefined()
    expect(await askedWith(young, limits.comparedOrdersAge + 1_000)).toBeUndefined()
    expect(await askedWith(old, old + 1_000)).toBeUndefined()
  })
})

it.each([
  ['DEC-26', 'MAR-27', 'MAR-27', 2],
  ['DFB', 'DFB', 'DFB', 2],
  ['-', '-', '-', 2],
])(
  'an order on a market of expiry %s, which is then %s, names %s',
  async (before, after, named, readings) => {
    let expiry = before
    const usual = calmWorld().ports.broker
    const expiries: string[] = []
    const world = calmWorld({
      readMarket: async (login, epic) => ({
        ...(await usual.readMarket(login, epic)),
        expiry,
        isDated: expiry.includes('-2'),
        quotedAt: world.clock.now(),
      }),
      place: async (_account, order, dealReference) => {
        expiries.push(order.expiry)
        return { kind: 'received', dealReference }
      },
    })
    Object.assign(world.user.settings, {
      instrumentTradeCooldownPeriodInHours: 0,
      preventDuplicatePositionsForInstrument: false,
      enforceMaximumAlertAgeInSeconds: false,
    })
    for (const id of ['before', 'after']) {
      const { alertId } = (await acceptAlert(world.ports, world.body({ id }))) as { alertId: string }
      await executeAlert(world.ports, message(alertId))
      expiry = after
      world.clock.pass(6 * 3_600_000)
    }
    expect(expiries).toEqual([before, named])
    expect(world.calls.filter((call) => call === 'readMarket')).toHaveLength(readings)
  },
)
