import type { BrokerAccount, Order, Outdated, Position, Stats } from '../../shared/deals/dealing.schema.ts'
import type { Instant } from '../../shared/platform/units.ts'
import { dayStart } from '../../shared/platform/zone.ts'
import { viewLimits } from './limits.ts'
import { type BrokerLogin, BrokerError, nullIfUnanswered } from '../trading/ports/broker.ts'
import { readExchangeRates } from './exchange.ts'
import { activityRow, iso, orderRow, positionRow } from './rows.ts'
import { sharedReading, type SharedReading, type ViewWorld } from './shared-reading.ts'
import { accountFacts, activityWindow, openPositions, recentActivity, workingOrders } from './views.ts'

type Listed<Row> = { readonly rows: readonly Row[] } & Pick<
  SharedReading<unknown>,
  'readAt' | 'isOutdated' | 'nextAt'
>

/** @param namesOf returns the user's instrument names by epic; only called if there are positions */
export const viewPositions = async (
  world: ViewWorld,
  login: BrokerLogin,
  namesOf: () => Promise<ReadonlyMap<string, string>>,
): Promise<Listed<Position>> => {
  const { accountId, currency, rows, ...age } = await sharedReading(world, login, openPositions, anyAge)
  if (rows.length === 0) return { rows: [], ...age }
  const reading = { accountId, currency, rows, readAt: age.readAt }
  const [exchange, names] = await Promise.all([readExchangeRates(world, login, reading), namesOf()])
  return { ...age, rows: rows.map((position) => positionRow(position, exchange, names)) }
}

/** @param namesOf returns the user's instrument names by epic; only called if there are orders */
export const viewOrders = async (
  world: ViewWorld,
  login: BrokerLogin,
  namesOf: () => Promise<ReadonlyMap<string, string>>,
): Promise<Listed<Order>> => {
  const { rows, ...age } = await sharedReading(world, login, workingOrders, anyAge)
  if (rows.length === 0) return { ...age, rows: [] }
  const names = await namesOf()
  return { ...age, rows: rows.map((order) => orderRow(order, names)) }
}

/** @param namesOf returns the user's instrument names by epic; only called if there is activity */
export const viewStats = async (
  world: ViewWorld,
  login: BrokerLogin,
  namesOf: () => Promise<ReadonlyMap<string, string>>,
): Promise<Stats> => {
  const [positions, orders, activity] = await Promise.all([
    sharedReading(world, login, openPositions, anyAge),
    sharedReading(world, login, workingOrders, anyAge),
    sharedReading(world, login, recentActivity, anyAge),
  ])
  const from = world.clock.now() - activityWindow
  const recent = activity.rows.filter(({ date }) => date >= from)
  const names = recent.length > 0 ? await namesOf() : new Map<string, string>()
  return {
    openPositionsCount: positions.rows.length,
    openOrdersCount: orders.rows.length,
    recentActivities: recent.map((each) => activityRow(each, names)),
    statsTimestamp: iso(Math.min(positions.readAt, orders.readAt, activity.readAt)),
    ...ageOf(positions, orders, { ...activity, isOutdated: false }),
  }
}

/** The maximum age of data that is only shown. It is unlimited, because the time of the data is also shown. */
const anyAge = Number.POSITIVE_INFINITY

/**
 * Returns whether readings are outdated, and when they will be read again. The result is empty if all readings are
 * recent enough.
 */
export const ageOf = (
  ...readings: readonly Pick<SharedReading<unknown>, 'readAt' | 'isOutdated' | 'nextAt'>[]
): Outdated => {
  const nextAts = readings.flatMap(({ nextAt }) => nextAt ?? [])
  const readAt = Math.min(...readings.map((reading) => reading.readAt))
  return {
    ...(readings.some(({ isOutdated }) => isOutdated) ? { outdated: true } : {}),
    ...(nextAts.length > 0 ? { waiting: { readAt: iso(readAt), nextAt: iso(Math.max(...nextAts)) } } : {}),
  }
}

/**
 * Returns the account's facts as they were last read.
 * @param zone the time zone in which today's profit starts at midnight
 */
export const viewAccount = async (
  world: ViewWorld,
  login: BrokerLogin,
  zone: string,
): Promise<BrokerAccount> => {
  const reading = await sharedReading(world, login, accountFacts, anyAge)
  const { readAt, rows } = reading
  const [facts] = rows
  if (!facts) throw new BrokerError('unusable', 'IG does not list the account')
  const { samples = [], ...own } = facts
  const limits = await viewLimits(world, login, own, readAt).catch(nullIfUnanswered)
  const midnight = dayStart(readAt, zone)
  const distance = ({ at }: { readonly at: Instant }) => Math.abs(at - midnight)
  const [nearest] = samples.toSorted((one, other) => distance(one) - distance(other))
  return {
    ...own,
    ...(limits ? { limits } : {}),
    readAt: iso(readAt),
    ...ageOf({ ...reading, isOutdated: false }),
    today: nearest
      ? {
          since: iso(nearest.at),
          equity: nearest.equity,
          readings: samples
            .filter(({ at }) => at >= nearest.at)
            .map(({ at, equity }) => ({ at: iso(at), equity })),
        }
      : null,
  }
}
