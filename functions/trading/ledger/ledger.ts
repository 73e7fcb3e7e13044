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

/**
 * Pure functions that change an account's record. Each returns the next version, which the store writes only if the row is
 * still the previous one.
 */

export const emptyLedger: Ledger = {
  version: 0,
  claims: [],
  decided: [],
  placed: [],
  closed: [],
  lastOrderAt: {},
}

const next = (ledger: Ledger, now: number, change: Partial<Ledger>): Ledger => {
  const { decided, placed, closed, changed, recentCloses, closedLegs, waiting, lastOrderAt, ...rest } = {
    ...ledger,
    ...change,
  }
  // One whose alert is gone must not keep its market for ever.
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

/** Several decisions in one version: those that ask for an order, and the names of the alerts that do not. */
export const withDecisions = (
  ledger: Ledger,
  claims: readonly Claim[],
  refused: readonly string[],
  now: number,
): Ledger =>
  next(ledger, now, {
    // What is refused may have to be decided again if its outcome is not recorded.
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

/**
 * Whether it is the very claim. A reversal's alert has two, one after the other: a run that is late with the first must
 * not write over the second, or its order would be decided and sent once more.
 */
const isSame = (one: Claim, other: Claim) =>
  one.alertId === other.alertId && one.claimedAt === other.claimedAt && one.intent.kind === other.intent.kind

/** The claim with something more known of it. Null: it is no longer there, or its alert has another one. */
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

/** A run that had not read it does not take back what its user has cancelled. */
const intentAfter = ({ intent }: Claim, { intent: next = intent }: Partial<Claim>): Claim['intent'] =>
  intent.kind === 'close' && intent.isCancelled && next.kind === 'close'
    ? { ...next, isCancelled: true }
    : next

/** The claim as it is now. Undefined: it is no longer there, or its alert has another one. */
export const storedClaim = ({ claims }: Ledger, claim: Claim): Claim | undefined =>
  claims.find((stored) => isSame(stored, claim))

/**
 * The claims taken off alerts that surely placed nothing, and must be decided again. Null: none is there any longer.
 * @param refused those whose order was sent, and that the broker proved not to have taken
 */
export const withDroppedClaims = (
  ledger: Ledger,
  alertIds: readonly string[],
  now: number,
  refused: readonly string[] = [],
): Ledger | null => {
  const claims = ledger.claims.filter(({ alertId }) => !alertIds.includes(alertId))
  if (claims.length === ledger.claims.length) return null
  // Under a name of its own: the alert itself is decided again, and the safety brake counts what left.
  const left = ledger.claims.flatMap(({ alertId, claimedAt }) =>
    refused.includes(alertId)
      ? [{ alertId: `${alertId} refused ${claimedAt}`, at: now, orderAt: claimedAt }]
      : [],
  )
  return next(ledger, now, { claims, decided: [...ledger.decided, ...left] })
}

/** An order that turned out late to stand starts its instrument's cooldown. */
export const withLateOrder = (ledger: Ledger, instrument: string, at: number, now: number) =>
  next(ledger, now, {
    lastOrderAt: { ...ledger.lastOrderAt, [instrument]: Math.max(at, ledger.lastOrderAt[instrument] ?? 0) },
  })

export const withDecided = (ledger: Ledger, alertId: string, now: number): Ledger =>
  withDecisions(ledger, [], [alertId], now)

/** The claims taken off as their outcomes were recorded, in one version. Null: nothing to change. */
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
 * The claim taken off as its outcome was recorded. An order that is, or may, starts its instrument's cooldown; what
 * was opened and closed is remembered until the broker's lists show it; and a run that read the alert before its outcome
 * and the account after this finds that it is decided. Null: nothing to change.
 */
const withReleased = (ledger: Ledger, alertId: string, held: AlertOutcome, now: number): Ledger | null => {
  const claim = claimOf(ledger, alertId)
  if (!claim)
    return waitingSince(ledger, alertId) ? next(ledger, now, withoutWaiting(ledger, [alertId])) : null
  const claims = ledger.claims.filter((candidate) => candidate !== claim)
  const orderAt = claim.intent.kind === 'open' && held.outcome === 'REJECTED' ? claim.claimedAt : undefined
  const decided = [...ledger.decided, { alertId, at: now, ...(orderAt === undefined ? {} : { orderAt }) }]
  // An exit that waited for an order which was never placed is refused: the broker is flat, as the strategy is.
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

/** IG's reason for a size that is no multiple of the market's step. */
const wrongStep = 'SIZE_INCREMENT'

const mostSizeSteps = 50

/** A size that was refused for its step teaches that the step is at least ten times its last digit: 0.1 after 23.14. */
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

/** The market with the step of its sizes, if a refusal has taught it. */
export const withLearnedStep = (market: Market, { sizeSteps }: Ledger): Market => {
  const sizeStep = sizeSteps?.[market.epic]
  return sizeStep === undefined ? market : { ...market, sizeStep }
}

type EndedDeals = Pick<AlertOutcome, 'dealIds' | 'profits'>

/** Deals that are closed as a whole are remembered until the broker's lists no longer show them. */
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

/** A person's close or part close of a position: sent now, or confirmed. @param close what it made, once it is known */
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
 * A reversal's first part is over: what it held is closed and proved to be, and its alert is decided again, to open. Null:
 * its claim is gone.
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

/** A reversal that only closes from now on. Null: it does already, or its claim is gone. */
export const withoutReversal = (ledger: Ledger, alertId: string, now: number): Ledger | null => {
  const claim = claimOf(ledger, alertId)
  if (claim?.intent.kind !== 'close' || !claim.intent.thenOpen) return null
  const { thenOpen: _, ...closing } = claim.intent
  return withUpdatedClaim(ledger, claim, { intent: { ...closing, opensNothing: true } }, now)
}

export const closedLegOf = ({ closedLegs }: Ledger, alertId: string) =>
  closedLegs?.find((leg) => leg.alertId === alertId)

/** Whether an alert has a position to leave, and has not left it yet. */
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
 * A deal that two of the broker's lists, at least a minute apart, do not show has no owner any more. One list proves
 * nothing: IG's positions are empty for a moment at times. A deal that may have rolled is followed first.
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

/** Whether the next order is one of the first after going live. Those in flight count once they are placed. */
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

/** Whether someone has just decided this alert, or is about to record it: no other run decides it again. */
export const isDecided = ({ decided, placed }: Ledger, alertId: string, now: number): boolean =>
  decided.some((mark) => mark.alertId === alertId && now - mark.at < limits.markVoid) ||
  // An id may be used again after 30 days, and a quiet account keeps its last deal for as long.
  placed.some((deal) => deal.alertId === alertId && now - deal.knownAt < limits.placedMemory)
