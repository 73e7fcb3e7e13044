import type { OrderToPlace } from '../../../shared/trading/model/snapshot.ts'
import { limits } from '../ports/limits.ts'
import type { Ledger } from '../ports/ledger.ts'

/** The time of the last order for this instrument, including unconfirmed orders of other alerts; null if none. */
export const lastOrderAt = (ledger: Ledger, instrument: string, alertId: string): number | null => {
  const inDoubt = ledger.claims.filter(
    (claim) => claim.intent.kind === 'open' && claim.instrument === instrument && claim.alertId !== alertId,
  )
  const times = [ledger.lastOrderAt[instrument] ?? 0, ...inDoubt.map(({ claimedAt }) => claimedAt)]
  return Math.max(...times) || null
}

/**
 * How many milliseconds an order must wait so that the broker does not mistake it for a duplicate of the previous
 * order. A claimed order may be sent until `limits.claimToOrder` after its claim, and an order is always sent before it
 * is confirmed. The record does not contain the sizes of placed orders, so only market and direction are compared.
 */
export const equalOrderWait = (
  ledger: Ledger,
  { epic, direction }: Pick<OrderToPlace, 'epic' | 'direction'>,
  now: number,
): number => {
  const claimed = ledger.claims.flatMap(({ intent, claimedAt }) =>
    intent.kind === 'open' && intent.order.epic === epic && intent.order.direction === direction
      ? [Math.min(now, claimedAt + limits.claimToOrder)]
      : [],
  )
  const placed = ledger.placed.flatMap((deal) =>
    deal.epic === epic && deal.order.direction === direction ? [Math.min(now, deal.knownAt)] : [],
  )
  return Math.max(0, ...[...claimed, ...placed].map((at) => at + limits.equalOrders - now))
}

/** The times of this account's recent orders, including rejected orders. The safety brake counts these times. */
export const orderTimes = (ledger: Ledger): number[] => [
  ...ledger.placed.map(({ at }) => at),
  ...ledger.decided.flatMap(({ orderAt }) => orderAt ?? []),
  ...ledger.claims.filter(({ intent }) => intent.kind === 'open').map(({ claimedAt }) => claimedAt),
]
