import { Big } from '../../../shared/trading/model/decimal.ts'
import type { AccountState } from '../../../shared/trading/model/snapshot.ts'
import { sendsSince } from '../ledger/deal-changes.ts'
import { storedClaim } from '../ledger/ledger.ts'
import { replaceIntent, updateClaim } from '../ledger/update-ledger.ts'
import { followRolls } from './follow-rolls.ts'
import { closeOutcome, marketOf, wayOfEnding } from '../record/close-outcome.ts'
import type { LeftOpen } from '../ports/ending.ts'
import { amendOutcome, findStop } from '../record/amend-outcome.ts'
import { awaitsMore, checkAwaited, logWait } from './awaited-orders.ts'
import { endClosing } from '../record/closed-leg.ts'
import type { Decimal, Instant } from '../../../shared/platform/units.ts'
import type { LookUpContext } from './recording-context.ts'
import { limits } from '../ports/limits.ts'
import { outcomeOf, outcomeOfConfirmation } from '../record/outcomes.ts'
import { opened, positionOf, verdictInHistory } from './verdicts.ts'
import type { AlertOutcome } from '../ports/alert-record.ts'
import type { Amending, Claim, ClaimedAlert, Closing, Ledger, Opening } from '../ports/ledger.ts'
import { type BrokerLogin, type BrokerActivity, BrokerError, nullIfUnanswered } from '../ports/broker.ts'
import type { Ports } from '../ports/ports.ts'

/**
 * Finds out what happened to a claimed order, without sending any order: from the confirm, the account's lists and the
 * activity history. A failed request proves nothing.
 */
export const resolveClaim = async (
  ports: Ports,
  claimed: ClaimedAlert,
  known: LookUpContext,
): Promise<Resolved> => {
  const { alert, claim } = claimed
  const { intent } = claim
  if (intent.kind === 'close' && onlyAwaits(intent)) return resolveAwaiting(ports, claimed, intent, known)
  const found = await lookUp(ports, claim, known)
  if (typeof found === 'object' && 'rolled' in found)
    return resolveClaim(ports, { alert, claim: found.rolled }, { ...known, ledger: found.ledger })
  if (typeof found === 'object' && 'carryOn' in found)
    return (await replaceIntent(ports, claimed, known.ledger, found.carryOn)) ? 'close now' : 'open'
  if (
    typeof found === 'object' &&
    intent.kind === 'close' &&
    awaitsMore(ports, claim) &&
    !found.openDealIds?.length
  ) {
    const done = { ...intent, done: found.dealIds ?? [], retry: [] }
    if (await replaceIntent(ports, claimed, known.ledger, done)) await logWait(ports, alert, claim)
    return 'open'
  }
  if (typeof found === 'object') return endClosing(ports, { alert, claim, outcome: found }, known)
  const now = ports.clock.now()
  // The time until the order needs a review begins with the last request that was sent.
  const unknownSince = Math.max(claim.failedSince ?? now, sendsSince(claim))
  if (found === 'no answer' && now - unknownSince > limits.needsReview)
    return endClosing(ports, { alert, claim, outcome: needsReview(ports, claim) }, known)
  const failedSince = failedSinceAfter(found, claim, now)
  if (failedSince !== claim.failedSince) await updateClaim(ports, claimed, known.ledger, { failedSince })
  return 'open'
}

/**
 * What became of a claim. `open`: its fate is not known yet. `closed first`: the alert is a reversal and must be
 * decided again. `close now`: the order that an exit waited for has been found, so the exit's message must be delivered
 * again.
 */
export type Resolved = 'done' | 'open' | 'closed first' | 'close now'

/** Whether all known deals of an exit are closed or deleted, so that it only waits for orders whose fate is unknown. */
const onlyAwaits = ({ awaits = [], positions, workingOrders, done = [], retry = [] }: Closing): boolean =>
  awaits.length > 0 &&
  retry.length === 0 &&
  [...positions, ...workingOrders].every(({ dealId }) => done.includes(dealId))

const resolveAwaiting = async (
  ports: Ports,
  claimed: ClaimedAlert,
  intent: Closing,
  known: LookUpContext,
): Promise<Resolved> => {
  const lists = await ports.broker.readAccount(known.login).catch(nullIfUnanswered)
  const found = lists && checkAwaited(ports, claimed.claim, intent, { ledger: known.ledger, lists })
  if (!found || found === 'waits') return 'open'
  if (!('kind' in found)) return endClosing(ports, { ...claimed, outcome: found }, known)
  return (await replaceIntent(ports, claimed, known.ledger, found)) ? 'close now' : 'open'
}

/**
 * What a look-up found: an outcome, or the reason why there is none yet. `no answer`: the broker did not answer, or its
 * answer is ambiguous. `not asked`: our own share of the request limit was used up. `not yet`: it is too early to be
 * sure.
 */
type ClaimResult = AlertOutcome | 'no answer' | 'not asked' | 'not yet'

/** A claim's intent with deals that the next run must send. */
type CarryOn = { readonly carryOn: Closing }

/**
 * The claim with the new deal IDs of positions that the broker rolled to the next contract, and the record that
 * contains it.
 */
type RolledClaim = { readonly rolled: Claim; readonly ledger: Ledger }

/**
 * The time of the first unanswered request. A minute in which we could not ask does not count as time without an
 * answer.
 */
const failedSinceAfter = (found: Exclude<ClaimResult, AlertOutcome>, claim: Claim, now: Instant) => {
  const { failedSince } = claim
  if (found === 'no answer') return failedSince ?? now
  if (found === 'not yet' || failedSince === undefined) return undefined
  return Math.min(now, failedSince + reconcileEvery)
}
/** Milliseconds between two checks of a claim. */
const reconcileEvery = 60_000

const lookUp = async (
  ports: Ports,
  claim: Claim,
  known: LookUpContext,
): Promise<ClaimResult | RolledClaim | CarryOn> => {
  const { login } = known
  try {
    switch (claim.intent.kind) {
      case 'open':
        return await lookUpOpening(ports, login, claim, claim.intent)
      case 'close':
        return await lookUpClosing(ports, claim, claim.intent, known)
      case 'amend':
        return await lookUpAmending(ports, login, claim, claim.intent)
    }
  } catch (error) {
    // A BrokerError without a code from the broker means that we did not ask the broker.
    if (error instanceof BrokerError)
      return error.kind === 'allowance' && error.code === null ? 'not asked' : 'no answer'
    throw error
  }
}

const lookUpOpening = async (
  ports: Ports,
  login: BrokerLogin,
  claim: Claim,
  { order }: Opening,
): Promise<ClaimResult> => {
  // Lists and history are read once for all orders in doubt, while a confirm needs one request for each order.
  const lists = await ports.broker.readAccount(login)
  const position = positionOf(claim, lists.positions)
  if (position) return outcomeOfConfirmation(ports, claim, opened(position.dealId, position.level))

  const isOld = ports.clock.now() - claim.claimedAt > limits.quarantine + confirmLife
  const references = [claim.dealReference, ...(claim.brokerReference ? [claim.brokerReference] : [])]
  for (const reference of isOld ? [] : references) {
    const verdict = await ports.broker.confirm(login, reference).catch(unlessUnreachable)
    if (verdict) return outcomeOfConfirmation(ports, claim, verdict)
  }

  const activity = await ports.broker.readActivity(login, claim.claimedAt - limits.clockSkew)
  const verdict = verdictInHistory(claim, activity)
  if (verdict) return outcomeOfConfirmation(ports, claim, verdict)

  if (ports.clock.now() - claim.claimedAt <= limits.quarantine) return 'not yet'
  if (unexplained(lists, activity, claim, order)) return 'no answer'
  return {
    ...outcomeOf(ports, claim, 'NOT_PLACED', {
      kind: 'never confirmed',
      after: ports.clock.now() - claim.claimedAt,
    }),
    ...(claim.intent.kind === 'open' ? { mayShowLater: true } : {}),
  }
}

/** Milliseconds for which IG keeps a confirm. Older orders are found in the history. */
const confirmLife = 60_000

/**
 * Finds a position or working order that may belong to this claim. It has the same epic and direction and at most the
 * same size (after a partial fill), was made after the claim, and neither the list nor the history shows its reference.
 */
const unexplained = (
  lists: AccountState,
  activity: readonly BrokerActivity[],
  claim: Claim,
  { epic, direction, size }: Opening['order'],
): boolean => {
  const referenced = new Set(
    activity
      .filter(({ dealReference }) => dealReference !== null)
      .flatMap(({ dealId, actions }) => [dealId, ...actions.map((action) => action.dealId)]),
  )
  const mayBeIt = (deal: Omit<AccountState['workingOrders'][number], 'level'>) =>
    deal.epic === epic &&
    deal.direction === direction &&
    new Big(deal.size).lte(size) &&
    (deal.createdAt === 0 || deal.createdAt >= claim.claimedAt - limits.clockSkew) &&
    !referenced.has(deal.dealId)
  return (
    lists.workingOrders.some(mayBeIt) ||
    lists.positions.some((position) => position.dealReference === null && mayBeIt(position))
  )
}

/**
 * Returns null if a confirm cannot be read, because IG keeps it for only a minute, and the lists and the history still
 * show the order.
 * @throws any other error
 */
const unlessUnreachable = (error: unknown) => {
  if (error instanceof BrokerError && (error.kind === 'unreachable' || error.kind === 'unusable')) return null
  throw error
}

/**
 * Looks up a close, which has no reference of our own. A position that is missing from the lists is closed, and a
 * listed position is not. A rolled position is listed under another deal ID. A missing working order may have filled,
 * which the history shows.
 */
const lookUpClosing = async (
  ports: Ports,
  claim: Claim,
  intent: Closing,
  { login, ledger, userIsGone }: LookUpContext,
): Promise<ClaimResult | RolledClaim | CarryOn> => {
  const { positions, workingOrders, done: known = [], rests } = intent
  const isKnown = [...positions, ...workingOrders].every(({ dealId }) => known.includes(dealId))
  if (isKnown && known.length > 0) {
    // Deals that are proved to be closed need no further request. But a partly closed position may have become smaller
    // since then.
    const now = rests ? await ports.broker.readAccount(login).catch(nullIfUnanswered) : null
    return closeOutcome(ports, claim, {
      done: known,
      lessLeft: now ? compareLists(now, intent).lessLeft : {},
    })
  }
  const lists = await ports.broker.readAccount(login)
  const after = await followRolls(ports, login, ledger, lists)
  const rolled = after === ledger ? undefined : storedClaim(after, claim)
  if (rolled) return { rolled, ledger: after }
  const found = compareLists(lists, intent)
  const { left, done, vanished } = found
  const isYoung = ports.clock.now() - sendsSince(claim) <= limits.quarantine
  if (vanished.length > 0) {
    const activity = await ports.broker.readActivity(login, claim.claimedAt - limits.clockSkew)
    for (const dealId of vanished) {
      const ended = howOrderEnded(activity, dealId)
      if (ended === 'deleted' || ended === 'filled and closed') done.push(dealId)
      else return isYoung ? 'not yet' : 'no answer'
    }
  }
  if (left.length === 0) return closeOutcome(ports, claim, found)
  if (isYoung) return 'not yet'
  // The broker received these closes and carried them out in part. The next run closes the rest, except for a REDUCE,
  // because its percentage would be applied to the rest again.
  const cut = left
    .filter(({ left: open, size }) => rests === undefined && new Big(open).lt(size))
    .map(({ dealId }) => `position ${dealId}`)
    .filter((name) => intent.received?.includes(name))
  const received = intent.received?.filter((name) => !cut.includes(name)) ?? []
  if (cut.length > 0 && !userIsGone) return { carryOn: { ...intent, done, retry: cut, received } }
  return { ...closeOutcome(ports, claim, found), mayShowLater: true }
}

/** Looks up a moved stop. A stop at its old level proves nothing yet, because the move may still happen. */
const lookUpAmending = async (
  ports: Ports,
  login: BrokerLogin,
  claim: Claim,
  { changes }: Amending,
): Promise<ClaimResult> => {
  const { rows } = await ports.broker.readPositions(login)
  const isUnmoved = changes.some((change) => findStop(change, rows).kind === 'unmoved')
  if (isUnmoved && ports.clock.now() - claim.claimedAt <= limits.quarantine) return 'not yet'
  return amendOutcome(ports, claim, rows)
}

/** Compares the broker's lists with the deals that an exit closes. */
const compareLists = (
  lists: AccountState,
  { positions, workingOrders, done: known = [], rests = {}, scope }: Closing,
) => {
  const done: string[] = [...known]
  const gone: string[] = []
  const left: LeftOpen[] = []
  const vanished: string[] = []
  const lessLeft: Record<string, Decimal> = {}
  const openPositions = new Map(lists.positions.map((position) => [position.dealId, position]))
  const openOrders = new Map(lists.workingOrders.map((order) => [order.dealId, order]))
  const stillThere = (
    { dealId, direction, size }: Omit<(typeof workingOrders)[number], 'level'>,
    now: string,
  ): LeftOpen => ({
    dealId,
    direction,
    size,
    left: now,
    isRefused: false,
  })
  const own = new Set(positions.map(({ dealId }) => dealId))
  for (const position of positions) {
    const listed = openPositions.get(position.dealId)
    const rest = rests[position.dealId]
    if (listed && rest !== undefined && new Big(listed.size).lt(rest)) lessLeft[position.dealId] = listed.size
    if (known.includes(position.dealId)) continue
    if (listed && new Big(listed.size).gt(rest ?? 0)) left.push(stillThere(position, listed.size))
    else done.push(position.dealId)
    if (!listed && rest !== undefined) gone.push(position.dealId)
  }
  for (const order of workingOrders) {
    if (known.includes(order.dealId) || own.has(order.dealId)) continue
    const became = openPositions.get(order.dealId)
    if (openOrders.has(order.dealId)) left.push(stillThere(order, order.size))
    else if (became)
      left.push({
        ...stillThere(order, became.size),
        ...(scope === 'orders' ? { reason: 'filled' } : {}),
      })
    else vanished.push(order.dealId)
  }
  return { left, done, gone, vanished, lessLeft }
}

const howOrderEnded = (activity: readonly BrokerActivity[], dealId: string) => {
  const kinds = new Set(
    activity
      .filter((entry) => entry.dealId === dealId || entry.actions.some((action) => action.dealId === dealId))
      .flatMap(({ actions }) => actions.map(({ kind }) => kind)),
  )
  if (kinds.has('position closed')) return 'filled and closed'
  if (kinds.has('order filled') || kinds.has('position opened')) return 'filled'
  return kinds.has('order deleted') ? 'deleted' : 'unknown'
}

const needsReview = (ports: Ports, claim: Claim): AlertOutcome => {
  if (claim.intent.kind === 'close') {
    const { positions, workingOrders, done = [] } = claim.intent
    const open = [...workingOrders, ...positions]
      .map(({ dealId }) => dealId)
      .filter((id) => !done.includes(id))
    return {
      ...outcomeOf(ports, claim, 'NEEDS_REVIEW', {
        kind: 'no answer',
        about: wayOfEnding(claim, open),
        market: marketOf(claim),
        deals: open,
      }),
      dealIds: done,
      openDealIds: open,
      mayShowLater: true,
    }
  }
  const about = claim.intent.kind === 'amend' ? 'stop' : 'order'
  return {
    ...outcomeOf(ports, claim, 'NEEDS_REVIEW', { kind: 'no answer', about }),
    ...(claim.intent.kind === 'open' ? { mayShowLater: true } : {}),
  }
}
