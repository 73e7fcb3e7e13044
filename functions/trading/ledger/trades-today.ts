import type { Claim, Ledger } from '../ports/ledger.ts'

/**
 * Counts an order as a trade of its trading day if the number of trades is limited. A working order counts as soon as
 * it is placed, and no longer counts if it ends unfilled.
 */

export const withTrade = (
  { tradesToday }: Ledger,
  { alertId, intent, tradingDay: dayStart, strategy = '' }: Claim,
): Pick<Ledger, 'tradesToday'> => {
  if (dayStart === undefined || (tradesToday?.dayStart ?? 0) > dayStart) return {}
  const today = tradesToday?.dayStart === dayStart ? tradesToday : undefined
  const { counts = {}, orders = [] } = today ?? {}
  const isOrder = intent.kind === 'open' && intent.order.type === 'LIMIT'
  return {
    tradesToday: {
      dayStart,
      counts: { ...counts, [strategy]: (counts[strategy] ?? 0) + 1 },
      orders: isOrder ? [...orders, alertId] : orders,
    },
  }
}

/**
 * Removes an ended working order from the day's open orders. If it was not filled, it no longer counts as a trade.
 * @returns null if the order is not counted today
 */
export const withOrderEnded = (
  ledger: Ledger,
  { alertId, strategy = '' }: { readonly alertId: string; readonly strategy?: string | undefined },
  isFilled: boolean,
): Ledger | null => {
  const { tradesToday } = ledger
  if (!tradesToday?.orders?.includes(alertId)) return null
  const { dayStart, counts, orders } = tradesToday
  const count = (counts[strategy] ?? 0) - (isFilled ? 0 : 1)
  return {
    ...ledger,
    version: ledger.version + 1,
    tradesToday: {
      dayStart,
      counts: { ...counts, [strategy]: Math.max(0, count) },
      orders: orders.filter((each) => each !== alertId),
    },
  }
}
