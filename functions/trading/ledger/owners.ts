import { referencePrefix } from '../ports/deal-reference.ts'
import type { Ledger } from '../ports/ledger.ts'

/** Who owns a deal, by the account's record. */

/** The market of the alert that opened a deal, if known. Its epic may have changed since. */
export const marketOfDeal = ({ owned = [] }: Ledger) => {
  const markets = new Map(owned.map(({ dealId, market }) => [dealId, market]))
  return ({ dealId }: { readonly dealId: string }) => markets.get(dealId)
}

/**
 * The strategy whose alert opened a deal, by deal ID or reference: '' for an alert without a tag, undefined if the
 * deal is not ours.
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
