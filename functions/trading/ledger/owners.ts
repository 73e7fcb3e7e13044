import { referencePrefix } from '../ports/deal-reference.ts'
import type { Ledger } from '../ports/ledger.ts'

/** Whose deals are, as the account's record knows. */

/** The market of the alert that opened a deal, if that is known: its epic may have changed since. */
export const marketOfDeal = ({ owned = [] }: Ledger) => {
  const markets = new Map(owned.map(({ dealId, market }) => [dealId, market]))
  return ({ dealId }: { readonly dealId: string }) => markets.get(dealId)
}

/** By deal or reference: the strategy whose alert opened it, '' for one without a tag; undefined if it is not ours. */
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
