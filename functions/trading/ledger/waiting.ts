import { everyMarket } from '../../../shared/alerts/alert-action.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import type { Claim, Ledger, WaitingExit } from '../ports/ledger.ts'

export const waitingSince = (
  { waiting = [] }: Pick<Ledger, 'waiting'>,
  alertId: string,
): Instant | undefined => waiting.find((exit) => exit.alertId === alertId)?.since

/**
 * Since when an exit has been waiting outside the queue, before its decision or with unsent deals; undefined if it does
 * not wait.
 */
export const waitsOutside = (
  ledger: Pick<Ledger, 'waiting' | 'claims'>,
  alertId: string,
): Instant | undefined => {
  const claim = ledger.claims.find((each) => each.alertId === alertId)
  if (!claim) return waitingSince(ledger, alertId)
  return hasUnsent(claim) ? claim.claimedAt : undefined
}

/** Whether a claim has closes that must be sent, for the first time or again. */
export const hasUnsent = ({ intent }: Pick<Claim, 'intent'>): boolean =>
  intent.kind === 'close' && !!intent.retry?.length

/** Whether a claim has unsent deals that wait for their market to open for dealing. */
export const isForOpening = (claim: Pick<Claim, 'intent'>): boolean =>
  hasUnsent(claim) && claim.intent.kind === 'close' && !!claim.intent.isShut

/** Whether a claim has unsent deals that wait for room in the request limit. */
export const isForRoom = (claim: Pick<Claim, 'intent'>): boolean => hasUnsent(claim) && !isForOpening(claim)

export const isCancelled = ({ waiting = [], claims }: Pick<Ledger, 'waiting' | 'claims'>, alertId: string) =>
  waiting.some((exit) => exit.alertId === alertId && exit.isCancelled === true) ||
  claims.some(
    (claim) => claim.alertId === alertId && claim.intent.kind === 'close' && claim.intent.isCancelled,
  )

/**
 * Cancels the unsent part of a waiting exit.
 * @returns null if the exit does not wait
 */
export const withCancelled = (ledger: Ledger, alertId: string): Ledger | null => {
  if (waitsOutside(ledger, alertId) === undefined) return null
  const waiting = ledger.waiting?.map((exit) =>
    exit.alertId === alertId ? { ...exit, isCancelled: true } : exit,
  )
  const claims = ledger.claims.map((claim) =>
    claim.alertId === alertId && claim.intent.kind === 'close'
      ? { ...claim, intent: { ...claim.intent, isCancelled: true } }
      : claim,
  )
  return { ...ledger, version: ledger.version + 1, claims, ...(waiting ? { waiting } : {}) }
}

/**
 * Records that an exit waits, and since when.
 * @returns null if this is already recorded
 */
export const withWaiting = (ledger: Ledger, exit: WaitingExit): Ledger | null => {
  const { waiting = [] } = ledger
  const known = waiting.find(({ alertId }) => alertId === exit.alertId)
  if (known && (!known.keepsTurn || exit.keepsTurn)) return null
  const others = waiting.filter((each) => each !== known)
  const since = known?.since ?? exit.since
  const place = { ...exit, since, ...(known?.isCancelled ? { isCancelled: true } : {}) }
  return { ...ledger, version: ledger.version + 1, waiting: [...others, place] }
}

export const withoutWaiting = (
  { waiting = [] }: Pick<Ledger, 'waiting'>,
  alertIds: readonly string[],
): Pick<Ledger, 'waiting'> => {
  const left = waiting.filter(({ alertId }) => !alertIds.includes(alertId))
  return left.length < waiting.length ? { waiting: left } : {}
}

/** Whether an earlier exit waits on this market. If so, later alerts on the market must also wait. */
export const isBehindExit = (
  { waiting = [], claims }: Pick<Ledger, 'waiting' | 'claims'>,
  { alertId, market }: { readonly alertId: string; readonly market: string },
): boolean => {
  const carriedOn = claims
    .filter(isForRoom)
    .map(({ alertId: own, instrument }) => ({ alertId: own, market: instrument }))
  const place = waiting.findIndex((exit) => exit.alertId === alertId)
  const before = place < 0 ? waiting : waiting.slice(0, place)
  return [...before.filter(({ keepsTurn }) => !keepsTurn), ...carriedOn].some(
    (exit) => exit.alertId !== alertId && (exit.market === market || exit.market === everyMarket),
  )
}
