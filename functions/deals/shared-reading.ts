import type { AccountBroker } from '../broker/port.ts'
import type { RefreshLeases } from '../broker/refresh-leases.ts'
import type { Instant } from '../../shared/platform/units.ts'
import { type BrokerLogin, BrokerError } from '../trading/ports/broker.ts'
import type { Clock, Random } from '../trading/ports/ports.ts'
import type { Reading } from '../broker/account-state.ts'

/** The ports of views of the broker. */
export type ViewWorld = {
  readonly broker: AccountBroker
  readonly clock: Clock
  readonly random: Random
  readonly leases: RefreshLeases
}

/** Data from the broker that all dashboards of an account share. */
export type Shared<Row> = {
  readonly name: string
  /** Milliseconds after which it is read again. */
  readonly maxAge: number
  /** When one of our orders last changed it, if known; 0 if none did. */
  lastChange?(login: BrokerLogin): Promise<Instant>
  load(login: BrokerLogin): Promise<Reading<Row> | null>
  ask(world: ViewWorld, login: BrokerLogin): Promise<Reading<Row>>
  save(login: BrokerLogin, reading: Reading<Row>): Promise<void>
}

/**
 * A reading, and whether it is older than our latest order or close.
 * @property nextAt when there will be room to read it again, if it is too old
 */
export type SharedReading<Row> = Reading<Row> & {
  readonly isOutdated: boolean
  readonly nextAt?: Instant | null
}

const sharingTimes = {
  /**
   * Minimum age at which a reading that our deal has outdated is read again, so that many deals do not cause as many reads.
   */
  outdated: 3_000,
  /** Longer than a read with its retries and a login. */
  lease: 25_000,
  /** How long other processes wait for the one that reads. */
  maxWait: 15_000,
  /** Milliseconds for which all dashboards share one failure, so that twenty dashboards do not ask IG twenty times. */
  failure: 10_000,
  /** Maximum age of a reading that something depends on, if IG's request limit has no room for a new one. */
  oldest: 60_000,
} as const

/**
 * Returns the reading while it is recent enough. Otherwise one process reads it again, and the others wait for that. If
 * there is no room for a read, a slightly older reading is used.
 * @param oldest milliseconds; data that is only shown, with its time, may be of any age
 * @throws BrokerError; an account that cannot be read is never an empty one
 */
export const sharedReading = async <Row>(
  world: ViewWorld,
  login: BrokerLogin,
  shared: Shared<Row>,
  oldest: number = sharingTimes.oldest,
): Promise<SharedReading<Row>> => {
  const { clock, random, leases } = world
  const holder = random.id()
  const giveUpAt = clock.now() + sharingTimes.maxWait
  for (;;) {
    const known = await ownReading(login, shared)
    if (known && (await isYoung(world, login, shared, known))) return { ...known, isOutdated: false }
    try {
      const taken = await leases.take(shared.name, login, holder, clock.now(), sharingTimes.lease)
      if (taken.kind === 'taken')
        return { ...(await refresh(world, login, shared, holder)), isOutdated: false }
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

const refresh = async <Row>(
  world: ViewWorld,
  login: BrokerLogin,
  shared: Shared<Row>,
  holder: string,
): Promise<Reading<Row>> => {
  const { clock, leases } = world
  const release = (...failed: [] | [{ failure: BrokerError; until: number }]) =>
    leases.release(
      shared.name,
      login,
      holder,
      clock.now(),
      ...failed.map(({ failure: { kind, message, code }, until }) => ({
        failure: { kind, message, code },
        until,
      })),
    )
  try {
    // Another process may have read it between the check and the lease.
    const known = await ownReading(login, shared)
    const young = known && (await isYoung(world, login, shared, known))
    const reading = young ? known : await shared.ask(world, login)
    if (!young) await shared.save(login, reading)
    await release()
    return reading
  } catch (error) {
    // If the request limit had no room, IG was not asked, and the background may have room when screens have none.
    if (error instanceof BrokerError && error.kind !== 'allowance')
      await release({ failure: error, until: clock.now() + sharingTimes.failure })
    else await release()
    throw error
  }
}
