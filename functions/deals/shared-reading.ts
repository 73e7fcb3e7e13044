import type { AccountBroker } from '../broker/port.ts'
import type { Lease, RefreshLeases } from '../broker/refresh-leases.ts'
import type { Instant } from '../../shared/platform/units.ts'
import { type BrokerLogin, BrokerError } from '../trading/ports/broker.ts'
import type { Clock, Random } from '../trading/ports/ports.ts'
import type { Reading } from '../broker/account-state.ts'

/** The ports that views of the broker's data need. */
export type ViewWorld = {
  readonly broker: AccountBroker
  readonly clock: Clock
  readonly random: Random
  readonly leases: RefreshLeases
}

/** Data from the broker that all dashboards of an account share. */
export type Shared<Row> = {
  readonly name: string
  /** Maximum age in milliseconds. Older data is read again. */
  readonly maxAge: number
  /** When one of our orders last changed the data; 0 if none did. The method is missing if this is not known. */
  lastChange?(login: BrokerLogin): Promise<Instant>
  load(login: BrokerLogin): Promise<Reading<Row> | null>
  ask(world: ViewWorld, login: BrokerLogin): Promise<Reading<Row>>
  save(login: BrokerLogin, reading: Reading<Row>): Promise<void>
}

/**
 * A reading of shared data.
 * @property isOutdated whether the reading is older than our latest order or close
 * @property nextAt when the request limit will have room for a new reading, if it has no room now
 */
export type SharedReading<Row> = Reading<Row> & {
  readonly isOutdated: boolean
  readonly nextAt?: Instant | null
}

const sharingTimes = {
  /**
   * Milliseconds for which a reading stays in use even if one of our deals has changed the data. This prevents a read
   * after each of many deals in quick succession.
   */
  outdated: 3_000,
  /** How long a lease lasts, in milliseconds. A read takes less time, even with its retries and a login. */
  lease: 25_000,
  /** How long other processes wait for the process that reads. */
  maxWait: 15_000,
  /** Milliseconds for which all dashboards share one failure, so that twenty dashboards do not ask IG twenty times. */
  failure: 10_000,
  /**
   * Maximum age of a reading that is used because IG's request limit has no room for a new reading. Lists that are only
   * shown may be older.
   */
  oldest: 60_000,
} as const

/**
 * Returns the stored reading if it is recent enough. Otherwise one process reads the data again, and the others wait
 * for it. If IG's request limit has no room, an older reading is returned.
 * @param oldest maximum age of such an older reading, in milliseconds
 * @throws BrokerError; an account that cannot be read is never shown as empty
 */
export const sharedReading = async <Row>(
  world: ViewWorld,
  login: BrokerLogin,
  shared: Shared<Row>,
  oldest: number = sharingTimes.oldest,
): Promise<SharedReading<Row>> => {
  const { clock, random, leases } = world
  const lease = { what: shared.name, login, holder: random.id() }
  const giveUpAt = clock.now() + sharingTimes.maxWait
  for (;;) {
    const known = await ownReading(login, shared)
    if (known && (await isYoung(world, login, shared, known))) return { ...known, isOutdated: false }
    try {
      const taken = await leases.take(lease, clock.now(), sharingTimes.lease)
      if (taken.kind === 'taken') return { ...(await refresh(world, shared, lease)), isOutdated: false }
      if (taken.kind === 'failed')
        throw new BrokerError(taken.failure.kind, taken.failure.message, taken.failure.code)
    } catch (error) {
      const usable = known !== null && clock.now() - known.readAt <= oldest
      if (usable && error instanceof BrokerError && error.kind === 'allowance') {
        const isOutdated = await hasChangedSince(known, login, shared)
        return { ...known, isOutdated, nextAt: error.roomAt }
      }
      throw error
    }
    if (clock.now() >= giveUpAt) throw new BrokerError('unreachable', 'IG is taking too long to respond')
    await clock.sleep(150 + random.unit() * 150)
  }
}

const isYoung = async <Row>(
  { clock }: ViewWorld,
  login: BrokerLogin,
  shared: Shared<Row>,
  reading: Reading<Row>,
): Promise<boolean> => {
  const age = clock.now() - reading.readAt
  if (age <= sharingTimes.outdated || age > shared.maxAge) return age <= shared.maxAge
  return !(await hasChangedSince(reading, login, shared))
}

const hasChangedSince = async <Row>(
  { readAt }: Reading<Row>,
  login: BrokerLogin,
  { lastChange }: Shared<Row>,
): Promise<boolean> => lastChange !== undefined && (await lastChange(login)) >= readAt

const ownReading = async <Row>(login: BrokerLogin, shared: Shared<Row>) => {
  const known = await shared.load(login)
  return known?.accountId === login.accountId ? known : null
}

const refresh = async <Row>(world: ViewWorld, shared: Shared<Row>, lease: Lease): Promise<Reading<Row>> => {
  const { clock, leases } = world
  const { login } = lease
  const release = (...failed: [] | [{ failure: BrokerError; until: number }]) =>
    leases.release(
      lease,
      clock.now(),
      ...failed.map(({ failure: { kind, message, code }, until }) => ({
        failure: { kind, message, code },
        until,
      })),
    )
  try {
    // Another process may have read the data between the check and the lease.
    const known = await ownReading(login, shared)
    const young = known && (await isYoung(world, login, shared, known))
    const reading = young ? known : await shared.ask(world, login)
    if (!young) await shared.save(login, reading)
    await release()
    return reading
  } catch (error) {
    // If the request limit had no room, the failure is not shared. IG was not asked, and background jobs may have room
    // when screens have none.
    if (error instanceof BrokerError && error.kind !== 'allowance')
      await release({ failure: error, until: clock.now() + sharingTimes.failure })
    else await release()
    throw error
  }
}
