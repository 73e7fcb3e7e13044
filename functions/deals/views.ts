import type { Decimal, Instant } from '../../shared/platform/units.ts'
import { lastDealAt } from '../broker/ledger-store.ts'
import { getReading, readAccountStateItem, saveLists, saveReading } from '../broker/cache-store.ts'
import type { BrokerActivity } from '../trading/ports/broker.ts'
import type { AccountFacts } from '../broker/account-facts.ts'
import type { Shared } from './shared-reading.ts'
import type { QuotedPosition, ListedOrder } from '../broker/listed-deals.ts'
import { positionsFrom, ordersFrom } from '../broker/account-state.ts'

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
  // This allows five requests a minute. Positions (six), activity (two) and the account (one) use the rest of a
  // dashboard's share of IG's request limit.
  maxAge: 12 * second,
  lastChange: lastDealAt,
  load: async ({ userId, mode }) => ordersFrom(await readAccountStateItem(userId, mode)),
  ask: ({ broker }, login) => broker.readOrders(login),
  save: ({ userId, mode }, orders) => saveLists(userId, mode, { orders }),
}

/** How far back the overview shows activity, in milliseconds. */
export const activityWindow = 6 * 3_600 * second

export const recentActivity: Shared<BrokerActivity> = {
  name: 'activity',
  // If positions, orders and activity were read every ten seconds, they would exceed a dashboard's share of IG's
  // request limit.
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

/** The account's equity at a time: its balance plus the profit or loss of open positions. */
type EquitySample = { readonly at: Instant; readonly equity: number }

/** The account's facts, with one reading of its equity per hour of the last day. */
export type Facts = AccountFacts & { readonly samples?: readonly EquitySample[] }

/**
 * How long readings of the equity are stored, in milliseconds. They reach back to midnight even on a day with 25 hours.
 */
const samplesFor = 26 * 3_600 * second

export const accountFacts: Shared<Facts> = {
  name: 'account',
  maxAge: 60 * second,
  load: (login) => getReading('account', login),
  ask: async ({ broker, clock }, login) => {
    const readAt = clock.now()
    const facts = await broker.readFacts(login)
    const before = (await getReading<Facts>('account', login))?.rows[0]?.samples ?? []
    return {
      accountId: login.accountId,
      currency: facts.currency,
      readAt,
      rows: [{ ...facts, samples: withSample(before, facts, readAt) }],
    }
  },
  save: (login, reading) => saveReading('account', login, reading),
}

const hourOf = (at: Instant) => Math.floor(at / (3_600 * second))

/** Adds a reading of the equity if there is none in this hour yet. */
const withSample = (
  samples: readonly EquitySample[],
  { balance, profitLoss }: AccountFacts,
  now: Instant,
): readonly EquitySample[] => {
  const kept = samples.filter(({ at }) => at > now - samplesFor)
  const last = kept.at(-1)
  if (balance === null || profitLoss === null || (last && hourOf(last.at) === hourOf(now))) return kept
  return [...kept, { at: now, equity: balance + profitLoss }]
}

/** Units of a currency per unit of the account's currency; null if the broker gives no rate. */
export type Rate = { readonly rate: Decimal | null }

/**
 * Returns the exchange rate of a currency as data that dashboards share.
 * @param epic the epic of a market that trades in this currency
 */
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
