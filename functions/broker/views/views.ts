import { calendarDay } from '../../../shared/platform/words.ts'
import type { Decimal, Instant } from '../../../shared/platform/units.ts'
import { lastDealAt } from '../ledger-store.ts'
import { getReading, readAccountStateItem, saveLists, saveReading } from '../cache-store.ts'
import type { BrokerActivity } from '../../trading/ports/ports.ts'
import type { AccountFacts } from '../account-facts.ts'
import type { Shared } from './shared-reading.ts'
import type { QuotedPosition, ListedOrder } from '../listed-deals.ts'
import { positionsFrom, ordersFrom } from '../account-state.ts'

const second = 1_000

export const openPositions: Shared<QuotedPosition> = {
  name: 'positions',
  maxAge: 10 * second,
  lastChange: lastDealAt,
  load: async ({ userId, mode }) => positionsFrom(await readAccountStateItem(userId, mode)),
  ask: ({ broker }, login) => broker.readPositions(login),
  save: ({ userId, mode }, positions) => saveLists(userId, mode, { positions }),
}

export const workingOrders: Shared<ListedOrder> = {
  name: 'orders',
  // Five a minute: positions six, activity two and the account one make up a dashboard's share of IG's allowance.
  maxAge: 12 * second,
  lastChange: lastDealAt,
  load: async ({ userId, mode }) => ordersFrom(await readAccountStateItem(userId, mode)),
  ask: ({ broker }, login) => broker.readOrders(login),
  save: ({ userId, mode }, orders) => saveLists(userId, mode, { orders }),
}

/** The overview's window. */
export const activityWindow = 6 * 3_600 * second

export const recentActivity: Shared<BrokerActivity> = {
  name: 'activity',
  // Positions, orders and this each ten seconds would be more than a dashboard's share of IG's allowance.
  maxAge: 30 * second,
  lastChange: lastDealAt,
  load: (login) => getReading('activity', login),
  ask: async ({ broker, clock }, login) => {
    const readAt = clock.now()
    const from = readAt - activityWindow
    const found = await broker.readActivity(login, from)
    const rows = found.filter(({ date }) => date >= from)
    return { accountId: login.accountId, currency: null, readAt, rows }
  },
  save: (login, reading) => saveReading('activity', login, reading),
}

/** The account's facts, and what it was worth when it was first read on this day in London (epoch ms). */
export type Facts = AccountFacts & {
  readonly today: { readonly since: Instant; readonly equity: number } | null
}

export const accountFacts: Shared<Facts> = {
  name: 'account',
  maxAge: 60 * second,
  load: (login) => getReading('account', login),
  ask: async ({ broker, clock }, login) => {
    const readAt = clock.now()
    const facts = await broker.readFacts(login)
    const before = (await getReading<Facts>('account', login))?.rows[0]?.today ?? null
    return {
      accountId: login.accountId,
      currency: facts.currency,
      readAt,
      rows: [{ ...facts, today: todayOf(facts, before, readAt) }],
    }
  },
  save: (login, reading) => saveReading('account', login, reading),
}

const todayOf = (
  { balance, profitLoss }: AccountFacts,
  before: Facts['today'],
  now: Instant,
): Facts['today'] => {
  if (before && calendarDay(before.since) === calendarDay(now)) return before
  return balance === null || profitLoss === null ? null : { since: now, equity: balance + profitLoss }
}

/** Units of a currency that make one of the account's; null if the broker gives none. */
export type Rate = { readonly rate: Decimal | null }

/** @param epic of a market that deals in this currency */
export const exchangeRate = (currency: string, epic: string): Shared<Rate> => ({
  name: `rate-${currency}`,
  maxAge: 3_600 * second,
  load: (login) => getReading(`rate-${currency}`, login),
  ask: async ({ broker, clock }, login) => {
    const { rates } = await broker.readMarket(login, epic)
    const rate = rates[currency] ?? null
    return { accountId: login.accountId, currency, readAt: clock.now(), rows: [{ rate }] }
  },
  save: (login, reading) => saveReading(`rate-${currency}`, login, reading),
})
