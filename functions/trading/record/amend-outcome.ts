import { brokerName } from '../../../shared/trading/model/broker-name.ts'
import { Big } from '../../../shared/trading/model/decimal.ts'
import type { OpenPosition, StopChange } from '../../../shared/trading/model/snapshot.ts'
import { counted, grouped } from '../../../shared/platform/figures.ts'
import { listed } from '../../../shared/platform/words.ts'
import { outcomeOf } from './outcomes.ts'
import type { AlertOutcome } from '../ports/alert-record.ts'
import type { Claim } from '../ports/ledger.ts'
import type { Ports } from '../ports/ports.ts'

/** What the lists say of a stop that was to be moved. */
export type StopFound =
  | { readonly kind: 'moved' }
  /** It is where it stood. */
  | { readonly kind: 'unmoved' }
  /** Someone else moved it meanwhile; or the position is gone. */
  | { readonly kind: 'elsewhere'; readonly words: string }

/** A stop that trails has left its level as soon as the market moves: its distance and step tell. */
export const findStop = (change: StopChange, positions: readonly OpenPosition[]): StopFound => {
  const position = positions.find(({ dealId }) => dealId === change.dealId)
  if (!position) return { kind: 'elsewhere', words: 'the position is no longer open' }
  const { stopLevel = null, trail = null } = position
  const isAt = (level: string | null) =>
    level === null || stopLevel === null ? level === stopLevel : new Big(level).eq(stopLevel)
  const isMoved = change.trail
    ? trail !== null &&
      new Big(trail.distance).eq(change.trail.distance) &&
      new Big(trail.step).eq(change.trail.step)
    : trail === null && isAt(change.stopLevel)
  if (isMoved) return { kind: 'moved' }
  return isAt(change.stopBefore)
    ? { kind: 'unmoved' }
    : {
        kind: 'elsewhere',
        words: `its stop is at ${stopLevel === null ? 'no level' : grouped(stopLevel)}; it was moved outside Signalpost`,
      }
}

export type StopRefusal = {
  readonly message: string
  readonly mayPassLater: boolean
  /** It was sent, and the broker refused it; otherwise it could not be sent. */
  readonly isBrokers: boolean
}

/** @param refusals by deal */
export const amendOutcome = (
  ports: Pick<Ports, 'clock'>,
  claim: Claim,
  positions: readonly OpenPosition[],
  refusals: ReadonlyMap<string, StopRefusal> = new Map(),
): AlertOutcome => {
  const changes = claim.intent.kind === 'amend' ? claim.intent.changes : []
  const found = changes.map((change) => ({ change, found: findStop(change, positions) }))
  const moved = found.filter(({ found }) => found.kind === 'moved').map(({ change }) => change)
  const levels = listed([...new Set(moved.map(({ stopLevel }) => grouped(stopLevel)))])
  const trailing = moved.some(({ trail }) => trail) ? ', trailing from there' : ''
  const done = `Moved the stop of ${counted(moved.length, 'position')} on ${claim.instrument} to ${levels}${trailing}`
  const dealIds = moved.map(({ dealId }) => dealId)
  if (moved.length === changes.length) return { ...outcomeOf(ports, claim, 'PLACED', done), dealIds }

  const others = found.flatMap(({ change: { dealId }, found }) => {
    if (found.kind === 'moved') return []
    const words =
      found.kind === 'elsewhere'
        ? found.words
        : (refusals.get(dealId)?.message ?? `${brokerName} shows it unchanged`)
    return [`${dealId}: ${words}`]
  })
  // A stop that moved in the end was not rejected, nor was one that someone else moved.
  const isRejected = found.some(
    ({ change: { dealId }, found }) => found.kind === 'unmoved' && refusals.get(dealId)?.isBrokers,
  )
  const whole = counted(changes.length, 'stop')
  const sentence = `${isRejected ? `Rejected by ${brokerName}` : 'Not moved'}: ${others.length} of ${whole} on ${claim.instrument}: ${others.join('; ')}`
  return {
    ...outcomeOf(ports, claim, isRejected ? 'REJECTED' : 'NOT_PLACED', sentence),
    dealIds,
  }
}
