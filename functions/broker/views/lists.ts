import type { BrokerAccount, Order, Position, Stats } from '../../../shared/deals/dealing.schema.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { dayStart } from '../../../shared/platform/zone.ts'
import { viewLimits } from './limits.ts'
import { type BrokerLogin, BrokerError, nullIfUnanswered } from '../../trading/ports/broker.ts'
import { exchangeFor } from './exchange.ts'
import { activityRow, iso, orderRow, positionRow } from './rows.ts'
import { sharedReading, type ViewWorld } from './shared-reading.ts'
import { accountFacts, activityWindow, openPositions, recentActivity, workingOrders } from './views.ts'

type Listed<Row> = { readonly rows: readonly Row[]; readonly isOutdated: boolean }

/** @param namesOf marketAndSymbol by epic, asked only if there are positions */
export const viewPositions = async (
  world: ViewWorld,
  login: BrokerLogin,
  namesOf: () => Promise<ReadonlyMap<string, string>>,
): Promise<Listed<Position>> => {
  const reading = await sharedReading(world, login, openPositions)
  const { isOutdated } = reading
  if (reading.rows.length === 0) return { rows: [], isOutdated }
  const [exchange, names] = await Promise.all([exchangeFor(world, login, reading), namesOf()])
  return { rows: reading.rows.map((position) => positionRow(position, exchange, names)), isOutdated }
}

/** @param namesOf marketAndSymbol by epic, asked only if there are orders */
export const viewOrders = async (
  world: ViewWorld,
  login: BrokerLogin,
  namesOf: () => Promise<ReadonlyMap<string, string>>,
): Promise<Listed<Order>> => {
  const { rows, isOutdated } = await sharedReading(world, login, workingOrders)
  if (rows.length === 0) return { rows: [], isOutdated }
  const names = await namesOf()
  return { rows: rows.map((order) => orderRow(order, names)), isOutdated }
}

/** @param namesOf marketAndSymbol by epic, asked only if there is activity */
export const viewStats = async (
  world: ViewWorld,
  login: BrokerLogin,
  namesOf: () => Promise<ReadonlyMap<string, string>>,
): Promise<Stats> => {
  const [positions, orders, activity] = await Promise.all([
    sharedReading(world, login, openPositions),
    sharedReading(world, login, workingOrders),
    sharedReading(world, login, recentActivity),
  ])
  const from = world.clock.now() - activityWindow
  const recent = activity.rows.filter(({ date }) => date >= from)
  const names = recent.length > 0 ? await namesOf() : new Map<string, string>()
  return {
    openPositionsCount: positions.rows.length,
    openOrdersCount: orders.rows.length,
    recentActivities: recent.map((each) => activityRow(each, names)),
    statsTimestamp: new Date(Math.min(positions.readAt, orders.readAt, activity.readAt)).toISOString(),
    ...outdatedIf(positions.isOutdated || orders.isOutdated),
  }
}

/** The field `outdated` of an answer, which is left out unless it is true. */
export const outdatedIf = (isOutdated: boolean) => (isOutdated ? { outdated: true } : {})

/** The account's facts as the broker last told them. @param zone whose midnight today's profit counts from */
export const viewAccount = async (
  world: ViewWorld,
  login: BrokerLogin,
  zone: string,
): Promise<BrokerAccount> => {
  const { readAt, rows } = await sharedReading(world, login, accountFacts)
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
