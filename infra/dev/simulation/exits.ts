import { outcomeInWords } from '../../../functions/trading/record/ending-words.ts'
import { everyMarket, mayLeave, mayOpen } from '../../../shared/alerts/alert-action.ts'
import { directionOf } from '../../../shared/alerts/position-change.ts'
import type { AlertRecord } from '../../../functions/trading/ports/alert-record.ts'
import { type Evidence, isOfTwo, openerOf, recordedAt } from './evidence.ts'

/** The checks in this file cover exits: how they end, and which sizes they close. */

/** Whether an alert must close something: every exit, and a reversal if there is something to close. */
const mustLeave = (seen: Evidence, record: AlertRecord): boolean => {
  const { alert, captured, acceptedAt } = record
  if (!mayLeave(alert.action)) return false
  if (!mayOpen(alert.action)) return true
  const at = recordedAt(seen.world, record)
  const from = alert.change && directionOf(alert.change.from)
  return seen.world.broker.stood.some((item) => {
    const known = openerOf(seen, item.dealId)
    return (
      item.accountId === captured.accountId &&
      item.from < acceptedAt &&
      item.until > at &&
      known?.opener?.alert.market === alert.market &&
      (known.opener.alert.strategy ?? '') === (alert.strategy ?? '') &&
      (!from || known.deal.order.direction === from)
    )
  })
}

/** Matches the reason of an exit that failed because of a request limit or the time of a run, not the market. */
const ownReasons = /^(allowance|NOT_SENT|error\.public-api\.exceeded-.*-allowance)$/

/**
 * An exit never ends because our client has to wait. If the allowance has no room, the exit waits until it is carried
 * out, or until a newer alert of its strategy and market arrives. It can only expire before the executor first takes
 * it.
 */
export const exitsGetOut = (seen: Evidence): string[] =>
  seen.alerts.flatMap((record) => {
    const { alertId, outcome } = record
    if (!outcome || outcome.closedFirst || !mustLeave(seen, record) || isOfTwo(seen.world, alertId)) return []
    if (isOvertaken(seen, record)) return []
    const waitedAt = seen.world.broker.allowance?.short.get(alertId) ?? Infinity
    const isForRoom =
      ownReasons.test(outcome.brokerReason ?? '') ||
      outcome.trace.some(({ rule, passed }) => rule === 'request allowance' && !passed)
    const isOld =
      outcome.outcome === 'EXPIRED' && waitedAt < recordedAt(seen.world, record) && !mayHaveLost(seen.world)
    const isEnded = ['EXPIRED', 'REFUSED', 'NOT_PLACED', 'REJECTED'].includes(outcome.outcome)
    return isEnded && (isForRoom || isOld)
      ? [`exit: ${alertId} ended ${outcome.outcome} of a wait of ours: ${outcomeInWords(outcome)}`]
      : []
  })

/** Maximum time in milliseconds from a market's opening until its waiting exits are carried out. */
const carriedOutIn = 2 * 60_000

/**
 * An exit that waits for its market is carried out soon after the opening. Until then, it is not sent repeatedly. It
 * does not close deals that the user opened manually.
 */
export const exitsAtOpening = ({ world, alerts }: Evidence): string[] =>
  world.shut.flatMap(({ from, until }) => {
    const { broker } = world
    const late = alerts.filter(
      ({ alert, acceptedAt, outcome }) =>
        mayLeave(alert.action) &&
        acceptedAt > from &&
        acceptedAt < until &&
        (outcome === null || outcome.decidedAt > until + carriedOutIn),
    )
    const sent = broker.wire.filter(({ kind, at }) => kind === 'close' && at > from && at < until)
    const isGone = broker.openedByHand.some((dealId) =>
      broker.stood.some((item) => item.dealId === dealId && item.until < Infinity),
    )
    return [
      ...late.map(({ alertId }) => `opening: ${alertId} was not carried out within two minutes`),
      ...(sent.length > 6 ? [`opening: ${sent.length} closes were sent while the market was shut`] : []),
      ...(isGone ? ['opening: what was opened manually is closed'] : []),
    ]
  })

/** Whether a run may have ended before it recorded anything. Its alert then looks as if it had never been taken. */
const mayHaveLost = ({ strikes: { kinds } }: Evidence['world']) =>
  (['crash', 'lambdaTimeout', 'pause', 'failBefore', 'loseReply'] as const).some((kind) => kinds.has(kind))

const isOvertaken = (seen: Evidence, record: AlertRecord) => {
  const { userId, captured, alert, alertId } = record
  const at = recordedAt(seen.world, record)
  return seen.alerts.some(
    (other) =>
      other.alertId !== alertId &&
      other.userId === userId &&
      other.captured.mode === captured.mode &&
      (other.alert.strategy ?? '') === (alert.strategy ?? '') &&
      (other.alert.market === alert.market || other.alert.market === everyMarket) &&
      other.acceptedAt <= at &&
      (other.alert.firedAt ?? other.acceptedAt) > (alert.firedAt ?? record.acceptedAt),
  )
}

/**
 * Once IG has reported its allowance, it never has to refuse a request. Each minute, our client keeps some requests
 * free for exits.
 */
export const allowanceKept = ({ world }: Evidence): string[] => {
  const { strikes } = world
  const { allowance } = world.broker
  // A process with a wrong clock cannot count the requests of a minute.
  if (!allowance || strikes.kinds.has('clockStands') || strikes.kinds.has('clockLies')) return []
  return [
    ...allowance.refused.map((at) => `allowance: IG refused a request at ${at - world.start}`),
    ...allowance.denied.map(
      ({ alertId, at }) => `allowance: nothing was kept for the exit ${alertId} at ${at - world.start}`,
    ),
    ...allowance.unasked.map(
      ({ alertId, at }) => `allowance: no room for the verdict on ${alertId} at ${at - world.start}`,
    ),
  ]
}

/**
 * No close is larger than its position. At the real IG, the rest could open an opposite position. Our client takes the
 * size from a list that is newer than its own last change. A close may be too large only if the user changed the
 * position after the list was read.
 */
export const sizesOfCloses = ({ world: { broker, strikes } }: Evidence): string[] =>
  // A process with a wrong clock cannot tell whether a list is newer than a change.
  (strikes.kinds.has('clockStands') || strikes.kinds.has('clockLies') ? [] : broker.wire).flatMap(
    ({ kind, size, name, before, alertId, at, login }) => {
      const open = before.find(({ dealId }) => dealId === name)?.size
      // IG refuses to close a deal that has ended, so the size does not matter.
      if (kind !== 'close' || open === undefined || Number(size) <= open + 1e-9) return []
      const cuts = broker.cuts.filter((cut) => cut.dealId === name && cut.at < at)
      const ourLast = Math.max(0, ...cuts.filter(({ isByOthers }) => !isByOthers).map((cut) => cut.at))
      const lists = broker.listed.get(login.accountId)?.filter((readAt) => readAt > ourLast) ?? []
      // A close without a reply may be carried out long after it was sent. Until then, no list shows it.
      if (strikes.kinds.has('lateOrder')) return []
      const isUnknown = cuts.some((cut) => cut.isByOthers && lists.some((readAt) => readAt < cut.at))
      return isUnknown
        ? []
        : [`close: ${alertId ?? 'a person'} asked to close ${size} of ${name}, of which ${open} was open`]
    },
  )

/** If a user was shown that a deal is closed or deleted, the deal has ended. */
export const closedByHand = ({ world: { broker, byHand } }: Evidence): string[] =>
  byHand.flatMap(({ dealId, at, verdict: { status } }) =>
    status !== 'PARTIALLY_CLOSED' && broker.stood.some((item) => item.dealId === dealId && item.until > at)
      ? [`close: a person read that ${dealId} is ${status}; it is open`]
      : [],
  )
