import type { Instant } from '../../../shared/platform/units.ts'
import { Big } from '../../../shared/trading/model/decimal.ts'
import { limits } from '../ports/limits.ts'
import type { Claim, Closing, DealChange, Ledger } from '../ports/ledger.ts'

/**
 * The positions whose size an exit changed, or may have changed, by a partial close. Complete closes are in `closed`.
 */
export const changesBy = (
  { positions, rests = {} }: Closing,
  done: readonly string[],
  at: Instant,
): readonly DealChange[] =>
  positions.flatMap(({ dealId }) => {
    if (!done.includes(dealId)) return [{ dealId, at }]
    const left = rests[dealId]
    return left === undefined ? [] : [{ dealId, at, left }]
  })

/** When the last run started that sent something, or may have sent something, for a claim. */
export const sendsSince = ({ claimedAt, intent }: Claim): number =>
  intent.kind === 'close' ? (intent.sendsFrom ?? claimedAt) : claimedAt

/**
 * Returns the last change that our own orders made to a position, and the smallest size that a confirm has left open.
 * Returns null if there was no recent change. An exit in progress may send its close until its run ends, so the time of
 * its change may be in the future.
 * @param own alerts whose claims are ignored
 */
export const lastChangeOf = (
  { claims, closed, changed = [] }: Pick<Ledger, 'claims' | 'closed' | 'changed'>,
  dealId: string,
  own: readonly string[] = [],
): DealChange | null => {
  const isIt = (deal: { readonly dealId: string }) => deal.dealId === dealId
  const changes: readonly DealChange[] = [
    ...changed.filter(isIt),
    ...closed.filter(isIt).map(({ at }) => ({ dealId, at, left: '0' })),
    ...claims.flatMap((claim) => {
      const { alertId: by, intent } = claim
      const mayClose =
        intent.kind === 'close' && intent.positions.some(isIt) && !intent.done?.includes(dealId)
      return mayClose && !own.includes(by) ? [{ dealId, at: sendsSince(claim) + limits.closeRun }] : []
    }),
  ]
  if (changes.length === 0) return null
  const lefts = changes.flatMap(({ left }) => left ?? [])
  const least = lefts.toSorted((one, other) => new Big(one).cmp(other))[0]
  const at = Math.max(...changes.map((change) => change.at))
  return { dealId, at, ...(least === undefined ? {} : { left: least }) }
}
