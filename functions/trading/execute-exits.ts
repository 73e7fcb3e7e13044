import { claimOf } from './ledger/ledger.ts'
import { hasUnsent } from './ledger/waiting.ts'
import type { Batch } from './decide/with-batch.ts'
import type { AlertRecord } from './ports/alert-record.ts'
import type { StopReason } from './ports/ending.ts'
import type { ClaimedAlert, Ledger } from './ports/ledger.ts'
import type { ExecutorPorts } from './ports/ports.ts'
import type { DecisionContext } from './ports/store.ts'
import { endClosings, type EndedClosing } from './record/closed-leg.ts'
import { givenUp, leaveQueue } from './send/allowance-wait.ts'
import { waitForOpening } from './send/opening-wait.ts'
import { type CloseContext, submitCloses } from './send/close.ts'
import { failedFenceCheck } from './send/failed-fence-check.ts'
import { stoppedAtFence } from './send/submit-order.ts'
import { type Run, workGoesOn } from './settle-orders.ts'

/** These functions carry out exits: exits that were just decided, and exits that earlier runs left unfinished. */

/** Returns the claims of this alert, and of the alerts behind it in the queue, that still have deals to close. */
export const unsentCloses = (first: AlertRecord, { ledger, behind }: DecisionContext): ClaimedAlert[] =>
  [first, ...behind].flatMap((alert) => {
    const claim = alert.outcome ? undefined : claimOf(ledger, alert.alertId)
    return claim && hasUnsent(claim) ? [{ alert, claim }] : []
  })

/**
 * Continues exits that earlier runs left unfinished. If the settings stop an exit, its deals stay open and its
 * outcome reports them.
 */
export const carryOnCloses = async (
  ports: ExecutorPorts,
  run: Run,
  closes: readonly ClaimedAlert[],
  { ledger, settings }: DecisionContext,
): Promise<null> => {
  const now = ports.clock.now()
  const stopOf = ({ claim }: ClaimedAlert): StopReason | null =>
    failedFenceCheck(claim, settings, now) ?? givenUp(ledger, claim.alertId, claim.claimedAt, now)
  for (const [stop, some] of Map.groupBy(closes, stopOf))
    await closeAll(ports, run, some, { ledger, userIsGone: settings === null, isResumed: true, stop })
  return null
}

const closeAll = async (
  ports: ExecutorPorts,
  run: Run,
  closes: readonly ClaimedAlert[],
  context: Omit<CloseContext, 'until' | 'settingsNow'>,
) => {
  const until = run.beginBefore + workGoesOn
  const results = await submitCloses(ports, closes, { ...context, until, settingsNow: run.settingsNow })
  for (const { alert } of closes) {
    const result = results.get(alert.alertId) ?? 'later'
    // The alert is a reversal, and its entry follows in this run.
    if (result === 'closed first') continue
    const isOutside = result === 'wait' || result === 'shut'
    if (result === 'wait') await leaveQueue(ports, alert)
    if (result === 'shut') await waitForOpening(ports, alert)
    run.results.set(alert.alertId, isOutside ? 'done' : result)
  }
}

/**
 * Checks whether the settings still allow each claimed exit, as for an order, and carries out the exits that are
 * allowed.
 */
export const submitFencedCloses = async (ports: ExecutorPorts, run: Run, batch: Batch, ledger: Ledger) => {
  const settings = await run.settingsNow()
  const ended: EndedClosing[] = []
  const closes = batch.flatMap(({ alert }) => {
    const claim = claimOf(ledger, alert.alertId)
    const outcome = claim && stoppedAtFence(ports, claim, settings)
    if (claim && outcome) ended.push({ alert, claim, outcome })
    return claim && !outcome ? [{ alert, claim }] : []
  })
  const known = { userIsGone: settings === null, ledger }
  for (const [alertId, result] of await endClosings(ports, ended, known))
    if (result === 'done') run.results.set(alertId, 'done')
  if (closes.length > 0) await closeAll(ports, run, closes, known)
}
