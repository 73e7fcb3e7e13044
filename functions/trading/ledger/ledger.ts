import { mayLeave } from '../../../shared/alerts/alert-action.ts'
import { Big, plain } from '../../../shared/trading/model/decimal.ts'
import type {
  AccountState,
  Market,
  SmallestFirst,
  TradingSettings,
} from '../../../shared/trading/model/snapshot.ts'
import type { RecentClose } from '../../../shared/trading/model/recent-close.ts'
import { limits } from '../ports/limits.ts'
import { changesBy } from './deal-changes.ts'
import type { Ledger, Claim, Closing, DealChange, OwnedDeal, PlacedDeal } from '../ports/ledger.ts'
import type { AlertOutcome, AlertRecord } from '../ports/alert-record.ts'
import { stillRecent, withRecentCloses } from './recent-closes.ts'
import { maySucceed } from './rolled-deals.ts'
import { keepNewest, withFollowed } from './strategy-state.ts'
import { withTrade } from './trades-today.ts'
import { waitingSince, withoutWaiting } from './waiting.ts'

export const emptyLedger: Ledger = {
  version: 0,
  claims: [],
  decided: [],
  placed: [],
  closed: [],
  lastOrderAt: {},
}

/** The next version of an account's record. The store writes it only if the row still has the previous version. */
const next = (ledger: Ledger, now: number, change: Partial<Ledger>): Ledger => {
  const { decided, placed, closed, changed, recentCloses, closedLegs, waiting, lastOrderAt, ...rest } = {
    ...ledger,
    ...change,
  }
  // An exit must not block its market for ever if its alert has been deleted.
  const waits = waiting?.filter(({ since }) => now - since < 2 * limits.exitWaits) ?? []
  const legs = closedLegs?.filter(({ at }) => now - at < limits.closedLegMemory) ?? []
  const closes = stillRecent(recentCloses ?? [], now)
  const recent = changed?.filter(({ at }) => now - at < limits.placedMemory) ?? []
  return {
    ...rest,
    version: ledger.version + 1,
    decided: decided.filter(({ at }) => now - at < limits.placedMemory),
    placed: placed.filter(({ knownAt }) => now - knownAt < limits.placedMemory),
    closed: closed.filter(({ at }) => now - at < limits.placedMemory),
    ...(recent.length > 0 ? { changed: recent } : {}),
    ...(closes.length > 0 ? { recentCloses: closes } : {}),
    ...(legs.length > 0 ? { closedLegs: legs } : {}),
    ...(waits.length > 0 ? { waiting: waits } : {}),
    lastOrderAt: Object.fromEntries(
      Object.entries(lastOrderAt).filter(([, at]) => now - at < limits.longestCooldown),
    ),
  }
}

export const claimOf = ({ claims }: Ledger, alertId: string): Claim | undefined =>
  claims.find((claim) => claim.alertId === alertId)

export const withDecisions = (
  ledger: Ledger,
  claims: readonly Claim[],
  refused: readonly string[],
  now: number,
): Ledger =>
  next(ledger, now, {
    // A refused alert stays in the list of waiting exits, because it must be decided again if its outcome can't be
    // recorded.
    ...withoutWaiting(
      ledger,
      claims.map(({ alertId }) => alertId),
    ),
    claims: [...ledger.claims, ...claims],
    decided: [
      ...ledger.decided.filter(({ alertId }) => !refused.includes(alertId)),
      ...refused.map((alertId) => ({ alertId, at: now })),
    ],
  })

/** Compares more than the ID, because a reversal's alert has two claims, which a late run must not mix up. */
const isSame = (one: Claim, other: Claim) =>
  one.alertId === other.alertId && one.claimedAt === other.claimedAt && one.intent.kind === other.intent.kind

/** Updates a claim; null if the claim is gone or its alert now has another claim. */
export const withUpdatedClaim = (
  ledger: Ledger,
  claim: Claim,
  change: Partial<Claim>,
  now: number,
): Ledger | null =>
  ledger.claims.some((stored) => isSame(stored, claim))
    ? next(ledger, now, {
        claims: ledger.claims.map((stored) =>
          isSame(stored, claim) ? { ...stored, ...change, intent: intentAfter(stored, change) } : stored,
        ),
      })
    : null

/** The claim's new intent. The user's cancellation is kept, even if the run that writes the claim had not read it. */
const intentAfter = ({ intent }: Claim, { intent: next = intent }: Partial<Claim>): Claim['intent'] =>
  intent.kind === 'close' && intent.isCancelled && next.kind === 'close'
    ? { ...next, isCancelled: true }
    : next

/** The current version of a claim; undefined if the claim is gone or its alert now has another claim. */
export const storedClaim = ({ claims }: Ledger, claim: Claim): Claim | undefined =>
  claims.find((stored) => isSame(stored, claim))

/**
 * Removes the claims of alerts that certainly placed nothing; null if there is nothing to remove.
 * @param refused alerts whose orders were sent and certainly refused
 */
export const withDroppedClaims = (
  ledger: Ledger,
  alertIds: readonly string[],
  now: number,
  refused: readonly string[] = [],
): Ledger | null => {
  const claims = ledger.claims.filter(({ alertId }) => !alertIds.includes(alertId))
  if (claims.length === ledger.claims.length) return null
  // The safety brake must count the refused order. It is recorded under another ID, because the alert itself may be
  // decided again.
  const left = ledger.claims.flatMap(({ alertId, claimedAt }) =>
    refused.includes(alertId)
      ? [{ alertId: `${alertId} refused ${claimedAt}`, at: now, orderAt: claimedAt }]
      : [],
  )
  return next(ledger, now, { claims, decided: [...ledger.decided, ...left] })
}

/** Starts the instrument's cooldown for an order that was found late, after its outcome had been recorded. */
export const withLateOrder = (ledger: Ledger, instrument: string, at: number, now: number) =>
  next(ledger, now, {
    lastOrderAt: { ...ledger.lastOrderAt, [instrument]: Math.max(at, ledger.lastOrderAt[instrument] ?? 0) },
  })

export const withDecided = (ledger: Ledger, alertId: string, now: number): Ledger =>
  withDecisions(ledger, [], [alertId], now)

export const withAllReleased = (
  ledger: Ledger,
  ended: readonly { readonly alertId: string; readonly held: AlertOutcome }[],
  now: number,
): Ledger | null => {
  let released = ledger
  for (const { alertId, held } of ended) released = withReleased(released, alertId, held, now) ?? released
  return released === ledger ? null : { ...released, version: ledger.version + 1 }
}

/**
 * Releases a claim after its outcome was recorded; null if nothing changes. An order that exists, or may exist, starts
 * its instrument's cooldown. Opened and closed deals are remembered until the broker's lists show the change. The alert
 * is marked as decided, because a run may have read the alert before its outcome and the account after this release.
 */
const withReleased = (ledger: Ledger, alertId: string, held: AlertOutcome, now: number): Ledger | null => {
  const claim = claimOf(ledger, alertId)
  if (!claim)
    return waitingSince(ledger, alertId) ? next(ledger, now, withoutWaiting(ledger, [alertId])) : null
  const claims = ledger.claims.filter((candidate) => candidate !== claim)
  const orderAt = claim.intent.kind === 'open' && held.outcome === 'REJECTED' ? claim.claimedAt : undefined
  const decided = [...ledger.decided, { alertId, at: now, ...(orderAt === undefined ? {} : { orderAt }) }]
  // If an exit waited for an order that was never placed, the exit is refused. The broker is then flat, like the
  // strategy.
  const isThere = held.outcome === 'PLACED' || (claim.intent.kind === 'close' && held.outcome === 'REFUSED')
  const followed = isThere ? withFollowed(ledger, claim) : {}
  if (claim.intent.kind !== 'open')
    return next(ledger, now, {
      claims,
      decided,
      ...withClosed(ledger, claim, held, now),
      ...followed,
    })
  const mayStand = held.outcome === 'PLACED' || held.outcome === 'NEEDS_REVIEW'
  const lastOrderAt = mayStand
    ? { ...ledger.lastOrderAt, [claim.instrument]: claim.claimedAt }
    : ledger.lastOrderAt
  return held.outcome === 'PLACED'
    ? next(ledger, now, {
        claims,
        lastOrderAt,
        placed: [...ledger.placed, placedDeal(claim, claim.intent.order, held)],
        ...withOwned(ledger, claim, held),
        ...followed,
        ...withSmallest(ledger, claim),
        ...withTrade(ledger, claim),
      })
    : next(ledger, now, {
        claims,
        lastOrderAt,
        decided,
        ...withSizeStep(ledger, claim, held),
        ...(mayStand ? withTrade(ledger, claim) : {}),
      })
}

/** IG's reason for rejecting a size that is not a multiple of the market's step. */
const wrongStep = 'SIZE_INCREMENT'

const mostSizeSteps = 50

/** Stores a market's size step after IG refused a size: ten times the unit of its last digit (0.1 after 23.14). */
const withSizeStep = (
  { sizeSteps = {} }: Ledger,
  { intent, epic }: Claim,
  { brokerReason }: AlertOutcome,
): Pick<Ledger, 'sizeSteps'> => {
  if (intent.kind !== 'open' || brokerReason !== wrongStep) return {}
  const { c: digits, e: exponent } = new Big(intent.order.size)
  const lastDigit = exponent - digits.length + 1
  const { [epic]: _, ...others } = sizeSteps
  return {
    sizeSteps: keepNewest({ ...others, [epic]: plain(new Big(10).pow(lastDigit + 1)) }, mostSizeSteps),
  }
}

/** The market with the size step that was learned from a refusal, if there is one. */
export const withLearnedStep = (market: Market, { sizeSteps }: Ledger): Market => {
  const sizeStep = sizeSteps?.[market.epic]
  return sizeStep === undefined ? market : { ...market, sizeStep }
}

type EndedDeals = Pick<AlertOutcome, 'dealIds' | 'profits'>

/** Remembers completely closed deals until the broker's lists no longer show them. */
const withClosed = (ledger: Ledger, claim: Claim, ended: EndedDeals, now: number) => {
  const { intent } = claim
  const { dealIds = [] } = ended
  if (intent.kind !== 'close') return {}
  const whole = dealIds.filter((dealId) => intent.rests?.[dealId] === undefined)
  return {
    ...withRecentCloses(ledger, claim, ended, now),
    changed: [...(ledger.changed ?? []), ...changesBy(intent, dealIds, now)],
    closed: [
      ...ledger.closed,
      ...whole.map((dealId) => ({
        dealId,
        dealReference: intent.positions.find((position) => position.dealId === dealId)?.dealReference,
        at: now,
      })),
    ],
    ...(ledger.owned ? { owned: ledger.owned.filter(({ dealId }) => !whole.includes(dealId)) } : {}),
  }
}

/**
 * Records a manual close of all or part of a position, both when it is sent and when it is confirmed.
 * @param close the close with its realised profit; empty until the profit is known
 */
export const withManualChange = (
  ledger: Ledger,
  change: DealChange,
  now: number,
  close: readonly RecentClose[] = [],
): Ledger => {
  const changed = (ledger.changed ?? []).filter(({ dealId }) => dealId !== change.dealId)
  return next(ledger, now, {
    changed: [...changed, change],
    recentCloses: [...(ledger.recentCloses ?? []), ...close],
  })
}

const ordersIn = ({ workingOrders, positions }: Closing, dealIds: readonly string[]) =>
  workingOrders
    .map(({ dealId }) => dealId)
    .filter((id) => dealIds.includes(id) && !positions.some(({ dealId }) => dealId === id))

/**
 * Ends the first part of a reversal after its positions were provably closed, so that its entry is decided next. Null
 * if the claim is gone.
 */
export const withClosedLeg = (
  ledger: Ledger,
  alertId: string,
  ended: EndedDeals,
  now: number,
): Ledger | null => {
  const claim = claimOf(ledger, alertId)
  const { dealIds = [] } = ended
  if (claim?.intent.kind !== 'close' || !claim.intent.thenOpen) return null
  return next(ledger, now, {
    claims: ledger.claims.filter((candidate) => candidate !== claim),
    ...withClosed(ledger, claim, ended, now),
    closedLegs: [
      ...(ledger.closedLegs ?? []).filter((leg) => leg.alertId !== alertId),
      {
        alertId,
        dealIds,
        orderIds: ordersIn(claim.intent, dealIds),
        direction: claim.intent.thenOpen,
        at: now,
      },
    ],
  })
}

/** Turns a reversal into an exit that opens nothing; null if that was done before, or if the claim is gone. */
export const withoutReversal = (ledger: Ledger, alertId: string, now: number): Ledger | null => {
  const claim = claimOf(ledger, alertId)
  if (claim?.intent.kind !== 'close' || !claim.intent.thenOpen) return null
  const { thenOpen: _, ...closing } = claim.intent
  return withUpdatedClaim(ledger, claim, { intent: { ...closing, opensNothing: true } }, now)
}

export const closedLegOf = ({ closedLegs }: Ledger, alertId: string) =>
  closedLegs?.find((leg) => leg.alertId === alertId)

/** Whether an alert closes a position and has not yet done so. */
export const isYetToLeave = (ledger: Ledger, { alertId, alert }: Pick<AlertRecord, 'alertId' | 'alert'>) =>
  mayLeave(alert.action) && !closedLegOf(ledger, alertId)

const withOwned = (
  { owned = [] }: Ledger,
  claim: Claim,
  { dealIds: [dealId] = [] }: AlertOutcome,
): Pick<Ledger, 'owned'> => {
  const { strategy, dealReference, captured, claimedAt, instrument, epic, leadsTo } = claim
  if (strategy === undefined || dealId === undefined) return {}
  return {
    owned: [
      ...owned.slice(1 - limits.mostOwned),
      {
        dealId,
        dealReference,
        accountId: captured.accountId,
        strategy,
        market: instrument,
        epic,
        at: claimedAt,
        ...(leadsTo ? { firedAt: leadsTo.firedAt } : {}),
        ...atRiskOf(claim),
      },
    ],
  }
}

/**
 * Removes a deal that is missing in two of the broker's lists read at least a minute apart. One list is not enough,
 * because IG's list of positions is sometimes empty for a moment. A deal that may have rolled stays until the roll has
 * been followed.
 */
export const withoutEnded = (ledger: Ledger, listed: AccountState | null): Ledger => {
  const { owned } = ledger
  if (!owned || !listed) return ledger
  const there = new Set([...listed.positions, ...listed.workingOrders].map(({ dealId }) => dealId))
  const known = new Set(owned.map(({ dealId }) => dealId))
  const next = owned.flatMap((deal): readonly OwnedDeal[] => {
    const { missingSince, ...found } = deal
    const mayHaveRolled = listed.positions.some(
      (position) => !known.has(position.dealId) && maySucceed(position, deal),
    )
    const isYoung = deal.at > listed.readAt - limits.ownedUnlisted
    if (deal.accountId !== listed.accountId || isYoung || mayHaveRolled) return [deal]
    if (there.has(deal.dealId)) return [missingSince === undefined ? deal : found]
    if (missingSince === undefined) return [{ ...deal, missingSince: listed.readAt }]
    return listed.readAt - missingSince >= limits.ownedMissing ? [] : [deal]
  })
  const isSame = next.length === owned.length && next.every((deal, index) => deal === owned[index])
  return isSame ? ledger : { ...ledger, owned: next }
}

const withSmallest = ({ smallest }: Ledger, { smallestSince: since }: Claim): Pick<Ledger, 'smallest'> =>
  since === undefined
    ? {}
    : { smallest: { since, placed: (smallest?.since === since ? smallest.placed : 0) + 1 } }

/** How many more orders after switching to LIVE have the minimum size. An order in flight counts once it is placed. */
export const smallestFirst = (
  { smallest }: Ledger,
  { mode, liveSince, smallestFirst: most }: TradingSettings,
): SmallestFirst | undefined => {
  if (mode !== 'LIVE' || liveSince === null) return undefined
  const left = most - (smallest?.since === liveSince ? smallest.placed : 0)
  return left > 0 ? { since: liveSince, left } : undefined
}

const placedDeal = (claim: Claim, order: PlacedDeal['order'], held: AlertOutcome): PlacedDeal => ({
  alertId: claim.alertId,
  dealReference: claim.dealReference,
  dealId: held.dealIds?.[0] ?? null,
  epic: claim.epic,
  order: { type: order.type, direction: order.direction },
  ...atRiskOf(claim),
  at: claim.claimedAt,
  knownAt: held.decidedAt,
})

export const atRiskOf = ({ intent }: Pick<Claim, 'intent'>): Pick<PlacedDeal, 'atRisk' | 'margin'> => {
  if (intent.kind !== 'open') return {}
  const { risk, margin, currencyCode: currency } = intent.order
  const atRisk = risk === undefined ? {} : { atRisk: { money: risk, currency } }
  return margin === undefined ? atRisk : { ...atRisk, margin }
}

/**
 * Whether another run has just decided this alert or is about to record its outcome. This run must then not decide it.
 */
export const isDecided = ({ decided, placed }: Ledger, alertId: string, now: number): boolean =>
  decided.some((mark) => mark.alertId === alertId && now - mark.at < limits.markVoid) ||
  // Old deals are ignored, because an alert's ID may be used again after 30 days. If an account rarely trades, its last
  // deal may be older than that.
  placed.some((deal) => deal.alertId === alertId && now - deal.knownAt < limits.placedMemory)
