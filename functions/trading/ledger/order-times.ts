import type { OrderToPlace } from '../../../shared/trading/model/snapshot.ts'
import { limits } from '../ports/limits.ts'
import type { Ledger } from '../ports/ledger.ts'

/** When orders left, as the account's record tells. */

/** When an order for this instrument last left, those of other alerts included whose confirmation is not known yet. */
export const lastOrderAt = (ledger: Ledger, instrument: string, alertId: string): number | null => {
  const inDoubt = ledger.claims.filter(
    (claim) => claim.intent.kind === 'open' && claim.instrument === instrument && claim.alertId !== alertId,
  )
  const times = [ledger.lastOrderAt[instrument] ?? 0, ...inDoubt.map(({ claimedAt }) => claimedAt)]
  return Math.max(...times) || null
}

/**
 * How long an order must wait until the broker cannot take it for one that was sent twice: a previous claim may have
 * left just now, or up to its fence; a verdict is later than its order. Sizes of placed orders are not remembered, so
 * that market and direction alone keep them apart.
 * @returns milliseconds
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

/** When this account's orders of the last while left, rejected ones too: what the safety brake checks. */
export const orderTimes = (ledger: Ledger): number[] => [
  ...ledger.placed.map(({ at }) => at),
  ...ledger.decided.flatMap(({ orderAt }) => orderAt ?? []),
  ...ledger.claims.filter(({ intent }) => intent.kind === 'open').map(({ claimedAt }) => claimedAt),
]
