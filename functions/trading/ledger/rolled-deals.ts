import type { Alert } from '../../../shared/alerts/alert.ts'
import { type Roll, stemOf } from '../../../shared/deals/rolls.ts'
import type { OpenPosition } from '../../../shared/trading/model/snapshot.ts'
import { limits } from '../ports/limits.ts'
import type { Claim, Ledger, OwnedDeal } from '../ports/ledger.ts'

/**
 * When the broker rolls a position, the position gets a new deal ID, epic and level. These functions rename the deal in
 * the account's record.
 */

/** Whether a position may be the successor of a deal that is no longer listed. `at` is when the deal was made. */
export const maySucceed = (position: OpenPosition, { epic, at }: Pick<OwnedDeal, 'epic' | 'at'>): boolean =>
  position.epic !== epic &&
  stemOf(position.epic) === stemOf(epic) &&
  position.createdAt >= at - limits.clockSkew

/** Renames rolled deals in the lists of owned deals and in the claims of exits. */
export const withRolled = (ledger: Ledger, rolls: readonly Roll[]): Ledger => {
  const owned = ledger.owned?.map((deal) => withRolledDeal(deal, rolls))
  const claims = ledger.claims.map((claim) => withRolledClaim(claim, rolls))
  const hasChanged =
    claims.some((claim, index) => claim !== ledger.claims[index]) ||
    owned?.some((deal, index) => deal !== ledger.owned?.[index])
  // A deal may have rolled more than once, so the rolls are applied until nothing changes.
  return hasChanged ? withRolled({ ...ledger, claims, ...(owned ? { owned } : {}) }, rolls) : ledger
}

const withRolledDeal = (deal: OwnedDeal, rolls: readonly Roll[]): OwnedDeal => {
  const roll = rolls.find(({ from }) => from === deal.dealId)
  if (!roll) return deal
  const { missingSince: _, rolledFrom = [], ...kept } = deal
  return { ...kept, dealId: roll.to, epic: roll.epic, rolledFrom: [...rolledFrom, roll.from] }
}

const withRolledClaim = (claim: Claim, rolls: readonly Roll[]): Claim => {
  const { intent } = claim
  if (intent.kind !== 'close') return claim
  const { positions, rests, retry, received, done = [] } = intent
  const rollOf = (dealId: string) => rolls.find(({ from }) => from === dealId && !done.includes(dealId))
  if (!positions.some(({ dealId }) => rollOf(dealId))) return claim
  const dealIn = (dealId: string) => rollOf(dealId)?.to ?? dealId
  const named = (name: string) => name.split(' ').map(dealIn).join(' ')
  return {
    ...claim,
    intent: {
      ...intent,
      positions: positions.map((position) => {
        const roll = rollOf(position.dealId)
        return roll ? { ...position, dealId: roll.to, epic: roll.epic } : position
      }),
      ...(rests
        ? { rests: Object.fromEntries(Object.entries(rests).map(([dealId, rest]) => [dealIn(dealId), rest])) }
        : {}),
      // The values are names of deals, such as `position DIAAAAABCD00001`.
      ...(retry ? { retry: retry.map(named) } : {}),
      ...(received ? { received: received.map(named) } : {}),
    },
  }
}

/** The current ID of a deal that may have rolled. */
export const dealNow = ({ owned = [] }: Pick<Ledger, 'owned'>, dealId: string): string =>
  owned.find(({ rolledFrom }) => rolledFrom?.includes(dealId))?.dealId ?? dealId

/** The current ID of a deal, found by an earlier ID or by its deal reference. */
export const dealNamed = (ledger: Pick<Ledger, 'owned'>, name: string): string =>
  ledger.owned?.find(({ dealReference }) => dealReference === name)?.dealId ?? dealNow(ledger, name)

/** Replaces the deal IDs in an alert by current IDs, because deals may have rolled. */
export const withDealsNow = (alert: Alert, ledger: Ledger): Alert => {
  const { onlyDeal, onlyDeals } = alert
  return {
    ...alert,
    ...(onlyDeal === undefined ? {} : { onlyDeal: dealNow(ledger, onlyDeal) }),
    // Until an order in flight is listed, only its reference is known.
    ...(onlyDeals ? { onlyDeals: onlyDeals.flatMap((name) => [name, dealNamed(ledger, name)]) } : {}),
  }
}
