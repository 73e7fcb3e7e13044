import { Big } from '../../../shared/trading/model/decimal.ts'
import type { OpenPosition, StopChange } from '../../../shared/trading/model/snapshot.ts'
import type { Decimal } from '../../../shared/platform/units.ts'
import { outcomeOf } from './outcomes.ts'
import type { AlertOutcome } from '../ports/alert-record.ts'
import type { StopLeft, WhyLeft } from '../ports/ending.ts'
import type { Claim } from '../ports/ledger.ts'
import type { Ports } from '../ports/ports.ts'

/** What the lists show about a stop that an alert should have moved. */
export type StopState =
  | { readonly kind: 'moved' }
  /** The stop is still at its old level. */
  | { readonly kind: 'unmoved' }
  | { readonly kind: 'gone' }
  /** Someone else has moved the stop to another level. */
  | { readonly kind: 'elsewhere'; readonly stopLevel: Decimal | null }

/**
 * Finds out from the lists whether a stop was moved. A trailing stop leaves its level as soon as the market moves, so
 * its distance and step are compared instead.
 */
export const findStop = (change: StopChange, positions: readonly OpenPosition[]): StopState => {
  const position = positions.find(({ dealId }) => dealId === change.dealId)
  if (!position) return { kind: 'gone' }
  const { stopLevel = null, trail = null } = position
  const isAt = (level: string | null) =>
    level === null || stopLevel === null ? level === stopLevel : new Big(level).eq(stopLevel)
  const isMoved = change.trail
    ? trail !== null &&
      new Big(trail.distance).eq(change.trail.distance) &&
      new Big(trail.step).eq(change.trail.step)
    : trail === null && isAt(change.stopLevel)
  if (isMoved) return { kind: 'moved' }
  return isAt(change.stopBefore) ? { kind: 'unmoved' } : { kind: 'elsewhere', stopLevel }
}

export type StopRefusal = Pick<WhyLeft, 'message' | 'stop'> & {
  /** The broker's code, or the reason why the change could not be sent. */
  readonly code?: string
  readonly mayPassLater: boolean
  /** True if the broker refused the change; false if it could not be sent. */
  readonly isBrokers: boolean
}

/**
 * Builds the outcome of moved stops.
 * @param refusals the refusals by deal ID
 */
export const amendOutcome = (
  ports: Pick<Ports, 'clock'>,
  claim: Claim,
  positions: readonly OpenPosition[],
  refusals: ReadonlyMap<string, StopRefusal> = new Map(),
): AlertOutcome => {
  const changes = claim.intent.kind === 'amend' ? claim.intent.changes : []
  const found = changes.map((change) => ({ change, found: findStop(change, positions) }))
  const moved = found.filter(({ found }) => found.kind === 'moved').map(({ change }) => change)
  const dealIds = moved.map(({ dealId }) => dealId)
  const others = found.flatMap(({ change: { dealId }, found }): StopLeft[] => {
    if (found.kind === 'moved') return []
    if (found.kind === 'elsewhere') return [{ dealId, found: { stopLevel: found.stopLevel } }]
    const { message, stop } = refusals.get(dealId) ?? {}
    return [{ dealId, found: found.kind, ...(message && { message }), ...(stop && { stop }) }]
  })
  const ending = {
    kind: 'stops',
    market: claim.instrument,
    moved: moved.length,
    levels: [...new Set(moved.map(({ stopLevel }) => stopLevel))],
    isTrailing: moved.some(({ trail }) => trail),
    others,
  } as const
  // A refusal counts only if the stop is still at its old level. If it is not, Signalpost or someone else has moved the
  // stop after all.
  const isRejected = found.some(
    ({ change: { dealId }, found }) => found.kind === 'unmoved' && refusals.get(dealId)?.isBrokers,
  )
  const outcome = others.length === 0 ? 'PLACED' : isRejected ? 'REJECTED' : 'NOT_PLACED'
  return { ...outcomeOf(ports, claim, outcome, ending), dealIds }
}
