import type { Decimal } from '../../../shared/platform/units.ts'
import { totalOf } from '../../../shared/trading/rules/holdings.ts'
import { limits } from '../../../functions/trading/ports/limits.ts'
import type { AlertOutcome, AlertRecord } from '../../../functions/trading/ports/alert-record.ts'
import type { StopReason } from '../../../functions/trading/ports/ending.ts'
import { type Evidence, isOfTwo, lookbackMs, openerOf, recordedAt } from './evidence.ts'

/** The checks in this file compare the numbers in outcomes with the broker's book. */

type Known = AlertOutcome | null | undefined

/** The number of deals that an outcome reports as closed or deleted; null if it reports none. */
export const endedIn = (outcome: Known): number | null => {
  const { ending } = outcome ?? {}
  if (ending?.kind !== 'close' || ending.left.length > 0) return null
  const count = ending.closed + ending.deleted + ending.partly.length
  return count > 0 ? count : null
}

/** Whether a reversal has closed its position but not opened a new one. */
export const isHalfReversal = (outcome: Known): boolean => {
  if (!outcome) return false
  const { ending, closedFirst, mayShowLater } = outcome
  if (ending.kind === 'close' && ending.notOpened) return true
  return closedFirst !== undefined && !mayShowLater && outcome.outcome !== 'PLACED'
}

/** Whether the outcome asks the user to check the strategy, or IG rejected the order as a copy of an earlier one. */
export const isToCheck = (outcome: Known): boolean => {
  if (outcome?.brokerReason === 'DUPLICATE_ORDER_ERROR') return true
  if (outcome?.ending.kind === 'close') return outcome.ending.isUnclear === true
  const step = outcome?.trace.find(({ passed }) => !passed)
  if (step?.rule !== 'in step' || !('fact' in step)) return false
  return step.fact.kind === 'unclear' || step.fact.kind === 'part unclear'
}

/** The reason for which an alert was too late; null if it was not. */
export const lateFor = (outcome: Known) => {
  const step = outcome?.trace.find(({ passed }) => !passed)
  return step?.rule === 'alert order' && 'fact' in step ? step.fact.kind : null
}

/** The reasons for which an exit or some of its closes stopped. */
export const stopsIn = (outcome: Known): readonly StopReason[] => {
  const { ending } = outcome ?? {}
  if (ending?.kind === 'given up') return [ending.reason]
  return ending?.kind === 'close' ? ending.left.flatMap(({ stop }) => stop ?? []) : []
}

/** Whether an exit left something open without being refused. */
export const isLeftOpen = (outcome: Known): boolean => {
  const { ending } = outcome ?? {}
  const isOfClose = ending?.kind === 'close' && ending.left.length > 0
  const isOther = ending?.kind === 'orders not shown' || (ending?.kind === 'given up' && !ending.hasClosed)
  return outcome?.outcome === 'NOT_PLACED' && (isOfClose || isOther)
}

/** Whether a close or stop change was for an order that the broker did not show yet, or a deal that had just ended. */
export const meetsEnded = (outcome: Known): boolean => {
  const { ending } = outcome ?? {}
  if (ending?.kind === 'stops') return ending.others.some(({ found }) => found === 'gone')
  if (ending?.kind !== 'close') return false
  const { inFlight = 0, gone, partly, left } = ending
  const isFilled = left.some(({ reason }) => reason === 'filled')
  return inFlight + gone > 0 || isFilled || partly.some(([, still]) => still === null)
}

/** The remaining size of a deal in an outcome must equal its size in the broker's book. */
export const wrongSizes = (seen: Evidence): string[] => {
  const { world, alerts } = seen
  return alerts.flatMap((record) => {
    const { alertId, outcome } = record
    if (!outcome || isOfTwo(world, alertId)) return []
    const at = recordedAt(world, record)
    return statedSizes(outcome).flatMap(([dealId, stated]) => {
      const { broker } = world
      const hasEnded = broker.stood.some((item) => item.dealId === dealId && item.until <= at)
      const cuts = broker.cuts.filter((cut) => cut.dealId === dealId && cut.at <= at - lookbackMs)
      const late = broker.cuts.some((cut) => cut.dealId === dealId && Math.abs(cut.at - at) < lookbackMs)
      const opened = Number(openerOf(seen, dealId)?.deal.order.size ?? Number.NaN)
      const truth = cuts.at(-1)?.left ?? opened
      return hasEnded || late || Number.isNaN(truth) || Math.abs(truth - Number(stated)) < 0.011
        ? []
        : [`words: ${alertId} says ${stated} of ${dealId} is open, it is ${truth}`]
    })
  })
}

/** The deals that an outcome reports as still open, with their sizes. */
const statedSizes = ({ ending }: AlertOutcome): (readonly [dealId: string, size: Decimal])[] => {
  if (ending.kind !== 'close') return []
  const left = ending.left.filter(({ direction }) => direction !== null)
  return [
    ...left.map((deal) => [deal.dealId, deal.left] as const),
    ...ending.partly.flatMap(([dealId, still]) => (still === null ? [] : [[dealId, still] as const])),
  ]
}

/** What an outcome reports as ordered, filled, closed, moved or counted must equal the broker's book. */
export const wrongSums = (seen: Evidence): string[] =>
  seen.alerts.flatMap((record) => {
    const { alertId, outcome } = record
    if (!outcome || isOfTwo(seen.world, alertId)) return []
    return [wrongOrder, wrongCloses, wrongStops, wrongCounts].flatMap((wrongWith) =>
      wrongWith(seen, record, outcome).map((what) => `words: ${alertId} says ${what}`),
    )
  })

type Wrong = (seen: Evidence, record: AlertRecord, outcome: AlertOutcome) => string[]

const wrongOrder: Wrong = ({ world, dealsOf }, { alert }, outcome) => {
  const { ending, order: stated } = outcome
  const made = world.broker.deals.find(({ dealId }) => dealId === outcome.dealIds?.[0])
  if (ending.kind !== 'placed' || !stated || !made || dealsOf.size === 0) return []
  const { order } = made
  const opened = world.broker.book.state.accounts[made.login.accountId]?.activity.find(
    ({ dealId, actions }) =>
      dealId === made.dealId && actions.some(({ actionType }) => actionType === 'POSITION_OPENED'),
  )
  const isSame = (said: string | null, truth: string | number | null | undefined) =>
    said === null || truth == null || Math.abs(Number(said) - Number(truth)) < 1e-6
  const size = ending.size ?? stated.size
  return [
    ...(stated.direction === order.direction ? [] : [`it is a ${stated.direction}`]),
    ...(ending.market === alert.market ? [] : [`it is on ${ending.market}, it is on ${alert.market}`]),
    ...(isSame(size, order.size) ? [] : [`its size is ${size}, it is ${order.size}`]),
    ...(isSame(stated.level, order.level) ? [] : [`its level is ${stated.level}, it is ${order.level}`]),
    ...(isSame(stated.stopDistance, order.stopDistance) ? [] : [`its stop is not ${order.stopDistance}`]),
    ...(isSame(stated.limitDistance, order.limitDistance) ? [] : [`its limit is not ${order.limitDistance}`]),
    ...(stated.type === 'LIMIT' || isSame(ending.level, opened?.level)
      ? []
      : [`it was filled at ${ending.level}, it was at ${opened?.level}`]),
  ]
}

const wrongCloses: Wrong = ({ world }, record, outcome) => {
  const count = endedIn(outcome)
  const { dealIds = [], rests = {} } = outcome
  if (count === null) return []
  const at = recordedAt(world, record)
  const open = dealIds.filter(
    (dealId) =>
      rests[dealId] === undefined &&
      world.broker.stood.some((item) => item.dealId === dealId && item.until > at),
  )
  return [
    ...(count === dealIds.length ? [] : [`${count} deals, it names ${dealIds.length}`]),
    ...(open.length === 0 ? [] : [`${open.join(', ')} is closed, and it is open`]),
  ]
}

const wrongStops: Wrong = ({ world }, _record, { ending, dealIds = [] }) => {
  if (ending.kind !== 'stops' || ending.others.length > 0) return []
  // Another alert of the same kind may have moved the stop to this level. A look-up then finds this level.
  const sent = world.broker.wire.filter(({ kind, name }) => kind === 'stop' && dealIds.includes(name))
  const moved = new Set(sent.map(({ stop }) => Number(stop?.stopLevel)))
  const levels = ending.levels.join(', ')
  return [
    ...(ending.moved === dealIds.length ? [] : [`${ending.moved} stops, it names ${dealIds.length}`]),
    ...(ending.levels.every((level) => moved.has(Number(level)))
      ? []
      : [`the stop is at ${levels}, it was sent to ${[...moved].join(', ')}`]),
  ]
}

/**
 * Maximum time in milliseconds since the end of a deal that a limit still counts. The list of orders may be old, and a
 * decision takes time.
 */
const counting = limits.comparedOrdersAge + limits.decisionHolds

/** In a world without faults, reports a limit that counted more open positions or orders than can have existed. */
const wrongCounts: Wrong = ({ world, alerts }, record) => {
  const step = record.outcome?.trace.at(-1)
  if (!world.calm || !step || step.passed || !('fact' in step)) return []
  if (step.rule !== 'open positions' && step.rule !== 'positions and orders') return []
  const count = totalOf(step.fact)
  const at = recordedAt(world, record)
  const here = world.broker.stood.filter(({ accountId }) => accountId === record.captured.accountId)
  // An unconfirmed working order may be counted twice, because the list does not show whose order it is.
  const orders = alerts.filter((other) => other.acceptedAt < at && other.outcome?.order)
  const unconfirmed = orders.filter((other) => recordedAt(world, other) > at).length
  // An order may have been confirmed after the lists were read, and may have ended since then.
  const justConfirmed = orders.filter((other) => recordedAt(world, other) > at - counting - limits.listLag)
  const open = new Set([
    ...here.flatMap(({ dealId, from, until }) => (from <= at && until >= at - counting ? dealId : [])),
    ...justConfirmed.flatMap(({ outcome }) => outcome?.dealIds ?? []),
  ])
  const all = open.size + unconfirmed
  return count <= all ? [] : [`${count} are open or on their way, of at most ${all}`]
}
