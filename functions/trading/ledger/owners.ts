import { referencePrefix } from '../ports/deal-reference.ts'
import type { Ledger } from '../ports/ledger.ts'

/**
 * Returns a function that finds the market of the alert that opened a deal. The deal's epic may have changed since
 * then.
 */
export const marketOfDeal = ({ owned = [] }: Ledger) => {
  const markets = new Map(owned.map(({ dealId, market }) => [dealId, market]))
  return ({ dealId }: { readonly dealId: string }) => markets.get(dealId)
}

/**
 * Returns a function that finds the strategy whose alert opened a deal, by deal ID or reference. The strategy is '' for
 * an alert without a tag, and undefined if the deal is not ours.
 */
export const ownerOf = ({ owned = [], claims }: Ledger) => {
  const byName = new Map([
    ...claims.flatMap(({ dealReference, strategy }) =>
      strategy === undefined ? [] : [[dealReference, strategy] as const],
    ),
    ...owned.flatMap(({ dealId, dealReference, strategy }) => [
      [dealId, strategy] as const,
      [dealReference, strategy] as const,
    ]),
  ])
  return (deal: { readonly dealId: string | null; readonly dealReference?: string | null }) => {
    const { dealId, dealReference } = deal
    const known = byName.get(dealId ?? '') ?? byName.get(dealReference ?? '')
    return known ?? (dealReference?.startsWith(referencePrefix) ? '' : undefined)
  }
}
