import { Big } from '../../shared/trading/decimal.ts'
import type { OpenPosition, StopChange, TradingSettings } from '../../shared/trading/snapshot.ts'
import { counted, grouped, listed } from '../../shared/trading/words.ts'
import { attemptSend, awaitConfirmation, type Unsent } from './confirm.ts'
import type { Submitted } from './close.ts'
import { brokerLoginOf } from './decide-alert.ts'
import { watchFullStop } from './failed-fence-check.ts'
import { limits } from './limits.ts'
import { outcomeOf } from './outcomes.ts'
import {
  type AlertOutcome,
  type AlertRecord,
  type BrokerLogin,
  nullIfUnanswered,
  type Claim,
  type Confirmation,
  type ExecutorPorts,
  type Ledger,
  type Ports,
  type SendResult,
} from './ports.ts'
import { recordOutcome } from './record-outcome.ts'

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

/**
 * Puts stops to absolute levels: sent, checked, and sent again if it is proved not to have been done. A stop that
 * someone else has moved meanwhile is left alone. What no list tells in this run the reconciler looks up.
 */
export const submitAmend = async (
  ports: ExecutorPorts,
  alert: AlertRecord,
  claim: Claim,
  ledger: Ledger,
  settings: TradingSettings | null,
): Promise<Submitted> => {
  if (claim.intent.kind !== 'amend') return 'done'
  const { changes } = claim.intent
  const login = brokerLoginOf(alert)
  const began = ports.clock.now()
  const refusals = new Map<string, Refusal>()
  const watch = watchFullStop(ports, alert)
  let pending = changes
  let positions: readonly OpenPosition[] | null = null
  while (pending.length > 0) {
    const unclear = new Set<string>()
    for (const change of pending) {
      const { dealId } = change
      const stop = await watch()
      if (stop !== null) {
        refusals.set(dealId, { message: stop, mayPassLater: false, isBrokers: false })
        continue
      }
      const sent = await attemptSend(() => ports.broker.moveStop(login, change))
      const refusal = await refusalOf(ports, login, sent)
      if (refusal) refusals.set(dealId, refusal)
      if (!refusal || refusal.mayPassLater) unclear.add(dealId)
    }
    positions = (await ports.broker.readPositions(login).catch(nullIfUnanswered))?.rows ?? null
    const isOpen = (change: StopChange) =>
      unclear.has(change.dealId) && (!positions || findStop(change, positions).kind === 'unmoved')
    pending = positions ? pending.filter(isOpen) : []
    if (pending.length === 0 || ports.clock.now() + pauseBetween - began > limits.closeRun) break
    await ports.clock.sleep(pauseBetween)
  }
  const outcome = positions && amendOutcome(ports, claim, positions, refusals)
  // Not to be read, or still where it stood though the broker took it: the reconciler looks again.
  if (!outcome || pending.some(({ dealId }) => !refusals.has(dealId))) return 'done'
  await recordOutcome(ports, alert, outcome, { userIsGone: settings === null, ledger })
  return 'done'
}

/** Milliseconds between one sending and the next. */
const pauseBetween = 1_000

const isAmended = (verdict: Confirmation) => verdict.kind === 'rejected' || verdict.effect === 'amended'

type Refusal = {
  readonly message: string
  readonly mayPassLater: boolean
  /** It was sent, and the broker refused it; otherwise it could not be sent. */
  readonly isBrokers: boolean
}

/** @returns null if it was not refused, as far as is known */
const refusalOf = async (
  ports: ExecutorPorts,
  login: BrokerLogin,
  sent: SendResult | Unsent,
): Promise<Refusal | null> => {
  const { kind } = sent
  if (kind === 'unknown') return null
  if (kind === 'unsent') return { message: sent.message, mayPassLater: true, isBrokers: false }
  if (kind === 'refused')
    return { message: sent.message, mayPassLater: sent.mayPassLater === true, isBrokers: true }
  const verdict = await awaitConfirmation(ports, login, sent.dealReference, isAmended)
  return verdict?.kind === 'rejected'
    ? { message: verdict.message, mayPassLater: false, isBrokers: true }
    : null
}

/** @param refusals by deal */
export const amendOutcome = (
  ports: Pick<Ports, 'clock'>,
  claim: Claim,
  positions: readonly OpenPosition[],
  refusals: ReadonlyMap<string, Refusal> = new Map(),
): AlertOutcome => {
  const changes = claim.intent.kind === 'amend' ? claim.intent.changes : []
  const looked = changes.map((change) => ({ change, found: findStop(change, positions) }))
  const moved = looked.filter(({ found }) => found.kind === 'moved').map(({ change }) => change)
  const levels = listed([...new Set(moved.map(({ stopLevel }) => grouped(stopLevel)))])
  const trailing = moved.some(({ trail }) => trail) ? ', trailing from there' : ''
  const done = `Moved the stop of ${counted(moved.length, 'position')} on ${claim.epic} to ${levels}${trailing}`
  const dealIds = moved.map(({ dealId }) => dealId)
  if (moved.length === changes.length) return { ...outcomeOf(ports, claim, 'PLACED', done), dealIds }

  const others = looked.flatMap(({ change: { dealId }, found }) => {
    if (found.kind === 'moved') return []
    const words =
      found.kind === 'elsewhere' ? found.words : (refusals.get(dealId)?.message ?? 'IG shows it unchanged')
    return [`${dealId}: ${words}`]
  })
  const isRejected = [...refusals.values()].some(({ isBrokers }) => isBrokers)
  const whole = counted(changes.length, 'stop')
  const sentence = `${isRejected ? 'Rejected by IG' : 'Not moved'}: ${others.length} of ${whole} on ${claim.epic}: ${others.join('; ')}`
  return {
    ...outcomeOf(ports, claim, isRejected ? 'REJECTED' : 'NOT_PLACED', sentence),
    dealIds,
  }
}
