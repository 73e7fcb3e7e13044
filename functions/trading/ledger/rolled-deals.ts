import type { Alert } from '../../../shared/alerts/alert.ts'
import { type Roll, stemOf } from '../../../shared/deals/rolls.ts'
import type { OpenPosition } from '../../../shared/trading/model/snapshot.ts'
import { limits } from '../ports/limits.ts'
import type { Claim, Ledger, OwnedDeal } from '../ports/ledger.ts'

/** A roll gives a position a new deal ID, epic and level, so everything that names the deal must be renamed. */

/** Whether a position may be the successor of a deal that is no longer listed. @property at when the deal was made */
export const maySucceed = (position: OpenPosition, { epic, at }: Pick<OwnedDeal, 'epic' | 'at'>): boolean =>
  position.epic !== epic &&
  stemOf(position.epic) === stemOf(epic) &&
  position.createdAt >= at - limits.clockSkew

/** Renames rolled deals in the strategies' owned deals and in the claims of exits. */
export const withRolled = (ledger: Ledger, rolls: readonly Roll[]): Ledger => {
  const owned = ledger.owned?.map((deal) => withRolledDeal(deal, rolls))
  const claims = ledger.claims.map((claim) => withRolledClaim(claim, rolls))
  const hasChanged =
    claims.some((claim, index) => claim !== ledger.claims[index]) ||
    owned?.some((deal, index) => deal !== ledger.owned?.[index])
  // A deal may have rolled more than once.
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
      // Names of deals, such as `position DIAAAAABCD00001`.
      ...(retry ? { retry: retry.map(named) } : {}),
      ...(received ? { received: received.map(named) } : {}),
    },
  }
}

/** The deal ID under which our position is open now. */
export const dealNow = ({ owned = [] }: Pick<Ledger, 'owned'>, dealId: string): string =>
  owned.find(({ rolledFrom }) => rolledFrom?.includes(dealId))?.dealId ?? dealId

/** The deal ID under which our deal is open now, found by an earlier ID or by its deal reference. */
export const dealNamed = (ledger: Pick<Ledger, 'owned'>, name: string): string =>
  ledger.owned?.find(({ dealReference }) => dealReference === name)?.dealId ?? dealNow(ledger, name)

/** The alert with the current IDs of the deals that it names, which may have rolled. */
export const withDealsNow = (alert: Alert, ledger: Ledger): Alert => {
  const { onlyDeal, onlyDeals } = alert
  return {
    ...alert,
    ...(onlyDeal === undefined ? {} : { onlyDeal: dealNow(ledger, onlyDeal) }),
    // An order in flight is known only by its reference until it is listed.
    ...(onlyDeals ? { onlyDeals: onlyDeals.flatMap((name) => [name, dealNamed(ledger, name)]) } : {}),
  }
}
