import Big from 'big.js'
import { decimalOf, maybeDecimal } from '../decimal-of.ts'
import type { Decimal } from '../../../shared/platform/units.ts'
import type { ActivityKind, BrokerActivity } from '../../trading/ports/broker.ts'
import type { Candle } from '../../trading/ports/daily-prices.ts'
import type { Activities, Prices, Transactions } from './schemas.ts'
import type { PriceBar, SidedBar } from '../../../shared/journal/price-bars.schema.ts'
import type { LedgerRow } from '../../../shared/journal/ledger-row.ts'
import { instantOf } from './dates.ts'
import { isShutReason, reasonInWords } from './reasons.ts'

/** IG's terms for the actions in the history. */
const activityKinds: Readonly<Record<string, ActivityKind>> = {
  LIMIT_ORDER_OPENED: 'order opened',
  STOP_ORDER_OPENED: 'order opened',
  LIMIT_ORDER_FILLED: 'order filled',
  STOP_ORDER_FILLED: 'order filled',
  LIMIT_ORDER_DELETED: 'order deleted',
  STOP_ORDER_DELETED: 'order deleted',
  WORKING_ORDER_DELETED: 'order deleted',
  POSITION_OPENED: 'position opened',
  POSITION_CLOSED: 'position closed',
  POSITION_PARTIALLY_CLOSED: 'position partly closed',
  POSITION_ROLLED: 'position rolled',
}

/** The values that IG gives as the expiry of markets that do not expire: daily funded bets, and CFDs without a date. */
export const undated: ReadonlySet<string> = new Set(['DFB', '-'])

type Price = Prices['prices'][number]['closePrice']

/**
 * Maps bars, oldest first. A bar without an opening price opens at its close. A bar that lacks another price is left
 * out.
 * @param priceOf selects one side of a price
 * @param timezoneOffset the account's offset from UTC in hours
 */
const barsWith = <Value>({ prices }: Prices, priceOf: (price: Price) => Value | null, timezoneOffset = 0) =>
  prices
    .flatMap(({ snapshotTimeUTC, snapshotTime, openPrice, highPrice, lowPrice, closePrice }) => {
      const [high, low, close] = [priceOf(highPrice), priceOf(lowPrice), priceOf(closePrice)]
      if (high === null || low === null || close === null) return []
      const at = snapshotTimeUTC
        ? instantOf(snapshotTimeUTC)
        : instantOf(snapshotTime) - timezoneOffset * 3_600_000
      return [{ at, open: priceOf(openPrice) ?? close, high, low, close }]
    })
    .toSorted((one, other) => one.at - other.at)

/** Maps candles, oldest first. A candle is left out if one of its prices is missing on both sides. */
export const candlesOf = (prices: Prices): Candle[] =>
  barsWith(prices, midOf).map(({ at, high, low, close }) => ({ at, high, low, close }))

export const barsOf = (prices: Prices, timezoneOffset = 0): PriceBar[] =>
  barsWith(prices, midOf, timezoneOffset).map(({ at, open, high, low, close }) => ({
    at,
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
  }))

/** Maps bars with both sides of the spread. A bar is left out if a price lacks one side. */
export const sidedBarsOf = (prices: Prices, timezoneOffset = 0): SidedBar[] => {
  const sideOf = (side: 'bid' | 'ask') => barsWith(prices, (price) => price?.[side] ?? null, timezoneOffset)
  const asks = new Map(sideOf('ask').map(({ at, ...ask }) => [at, ask]))
  return sideOf('bid').flatMap(({ at, ...bid }) => {
    const ask = asks.get(at)
    return ask ? [{ at, bid, ask }] : []
  })
}

const midOf = (price: Price): Decimal | null => {
  const sides = [price?.bid, price?.ask].filter((side) => side != null)
  const known = sides.length > 0 ? sides : [price?.lastTraded].filter((side) => side != null)
  if (known.length === 0) return null
  return decimalOf(known.reduce((sum, side) => sum.plus(side), new Big(0)).div(known.length))
}

/** The reason for a rejection. IG gives it as `Rejected: ` followed by a code or a sentence. */
const rejectionOf = ({
  status,
  description,
}: Activities['activities'][number]): { rejection?: string; isShut?: boolean } => {
  const reason = description?.replace(/^rejected:?\s*/i, '')
  if (status !== 'REJECTED' || !reason) return {}
  return { rejection: reasonInWords(reason), ...(isShutReason(reason) ? { isShut: true } : {}) }
}

/**
 * Maps the activity history, which IG dates in the account's local time.
 * @param timezoneOffset the account's offset from UTC in hours
 */
export const activitiesOf = ({ activities }: Activities, timezoneOffset = 0): BrokerActivity[] =>
  activities.map((activity) => ({
    date: instantOf(activity.date) - timezoneOffset * 3_600_000,
    epic: activity.epic ?? '',
    dealId: activity.dealId ?? '',
    dealReference: activity.details?.dealReference ?? null,
    type: activity.type ?? '',
    status: activity.status === 'ACCEPTED' || activity.status === 'REJECTED' ? activity.status : 'UNKNOWN',
    description: activity.description ?? '',
    ...rejectionOf(activity),
    direction: activity.details?.direction ?? null,
    size: maybeDecimal(activity.details?.size),
    level: maybeDecimal(activity.details?.level),
    stopLevel: maybeDecimal(activity.details?.stopLevel),
    limitLevel: maybeDecimal(activity.details?.limitLevel),
    marketName: activity.details?.marketName ?? null,
    channel: activity.channel ?? '',
    actions: (activity.details?.actions ?? []).map(({ actionType, affectedDealId }) => ({
      kind: activityKinds[actionType] ?? 'other',
      dealId: affectedDealId ?? null,
    })),
  }))

export const ledgerRowsOf = ({ transactions }: Transactions): LedgerRow[] =>
  transactions.map((row) => ({
    dateUtc: row.dateUtc,
    openDateUtc: row.openDateUtc ?? row.dateUtc,
    instrumentName: row.instrumentName ?? '-',
    period: row.period ?? '-',
    size: row.size ?? '-',
    openLevel: row.openLevel ?? '-',
    closeLevel: row.closeLevel ?? '-',
    profitAndLoss: row.profitAndLoss,
    currency: row.currency ?? '',
    reference: row.reference ?? '-',
    transactionType: row.transactionType ?? '-',
    cashTransaction: row.cashTransaction ?? false,
  }))
