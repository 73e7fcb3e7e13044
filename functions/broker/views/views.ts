import type { Decimal } from '../../../shared/units.ts'
import { lastDealAt } from '../account-store.ts'
import {
  getReading,
  ordersFrom,
  positionsFrom,
  readSnapshotItem,
  saveLists,
  saveReading,
} from '../cache-store.ts'
import type { BrokerActivity } from '../../trading/ports.ts'
import type { Shared } from './shared-reading.ts'
import type { QuotedPosition, ListedOrder } from '../listed-deals.ts'

const second = 1_000

export const openPositions: Shared<QuotedPosition> = {
  name: 'positions',
  maxAge: 10 * second,
  lastChange: lastDealAt,
  load: async ({ userId, mode }) => positionsFrom(await readSnapshotItem(userId, mode)),
  ask: ({ broker }, account) => broker.readPositions(account),
  save: ({ userId, mode }, positions) => saveLists(userId, mode, { positions }),
}

export const workingOrders: Shared<ListedOrder> = {
  name: 'orders',
  maxAge: 10 * second,
  lastChange: lastDealAt,
  load: async ({ userId, mode }) => ordersFrom(await readSnapshotItem(userId, mode)),
  ask: ({ broker }, account) => broker.readOrders(account),
  save: ({ userId, mode }, orders) => saveLists(userId, mode, { orders }),
}

/** The overview's window. */
export const activityWindow = 6 * 3_600 * second

export const recentActivity: Shared<BrokerActivity> = {
  name: 'activity',
  // Positions, orders and this each ten seconds would be more than a dashboard's share of IG's allowance.
  maxAge: 30 * second,
  lastChange: lastDealAt,
  load: (account) => getReading('activity', account),
  ask: async ({ broker, clock }, account) => {
    const readAt = clock.now()
    const from = readAt - activityWindow
    const found = await broker.readActivity(account, from)
    const rows = found.filter(({ date }) => date >= from)
    return { accountId: account.accountId, currency: null, readAt, rows }
  },
  save: (account, reading) => saveReading('activity', account, reading),
}

/** Units of a currency that make one of the account's; null where the broker gives none. */
export type Rate = { readonly rate: Decimal | null }

/** @param epic of a market that deals in this currency */
export const exchangeRate = (currency: string, epic: string): Shared<Rate> => ({
  name: `rate-${currency}`,
  maxAge: 3_600 * second,
  load: (account) => getReading(`rate-${currency}`, account),
  ask: async ({ broker, clock }, account) => {
    const { rates } = await broker.readMarket(account, epic)
    const rate = rates[currency] ?? null
    return { accountId: account.accountId, currency, readAt: clock.now(), rows: [{ rate }] }
  },
  save: (account, reading) => saveReading(`rate-${currency}`, account, reading),
})
