import { acceptanceName } from '../ports/deal-reference.ts'
import { claimOf, withClosedLeg, withoutReversal, withUpdatedClaim } from '../ledger/ledger.ts'
import { outcomeInWords } from './ending-words.ts'
import type { AlertOutcome, AlertRecord } from '../ports/alert-record.ts'
import type { ClaimedAlert, Ledger } from '../ports/ledger.ts'
import type { Ports } from '../ports/ports.ts'
import { type OutcomeContext, recordOutcomes } from './record-outcome.ts'
import { accountKeyOf, updateLedger } from '../ledger/update-ledger.ts'

export type EndedClosing = ClaimedAlert & { readonly outcome: AlertOutcome }

export const endClosing = async (
  ports: Ports,
  ended: EndedClosing,
  known: OutcomeContext,
): Promise<'done' | 'closed first'> =>
  (await endClosings(ports, [ended], known)).get(ended.alert.alertId) ?? 'done'

/**
 * Ends the claims to close of one account. If a claim was the first part of a reversal and everything is provably
 * closed, this is logged, and the alert is decided again for its entry. Otherwise the alert gets the outcome, and
 * nothing is opened.
 */
export const endClosings = async (
  ports: Ports,
  ended: readonly EndedClosing[],
  known: OutcomeContext,
): Promise<ReadonlyMap<string, 'done' | 'closed first'>> => {
  const [first] = ended
  if (!first) return new Map()
  const account = accountKeyOf(first.alert)
  const results = new Map<string, 'done' | 'closed first'>()
  let { ledger } = known
  const change = async (to: (ledger: Ledger) => Ledger | null) => {
    ledger = await updateLedger(ports, account, ledger, to)
  }
  const over: { alert: AlertRecord; outcome: AlertOutcome }[] = []
  const closedFirst: EndedClosing[] = []
  for (const { alert, claim, outcome } of ended) {
    const isReversal = claim.intent.kind === 'close' && claim.intent.thenOpen !== undefined
    if (isReversal && outcome.outcome === 'PLACED' && !known.userIsGone)
      closedFirst.push({ alert, claim, outcome })
    else if (isReversal) {
      // The entry is prevented first, because an outcome must not be recorded if another run has already continued to
      // the entry.
      await change((now) => withoutReversal(now, alert.alertId, ports.clock.now()))
      const intent = claimOf(ledger, alert.alertId)?.intent
      if (intent?.kind !== 'close' || intent.thenOpen) results.set(alert.alertId, 'closed first')
      else over.push({ alert, outcome: known.userIsGone ? withoutOpening(outcome) : outcome })
    } else over.push({ alert, outcome })
  }
  await recordOutcomes(ports, over, { ...known, ledger })
  for (const { alert } of over) results.set(alert.alertId, 'done')
  if (closedFirst.length > 0) await continueToEntries(ports, closedFirst, change)
  for (const { alert } of closedFirst) results.set(alert.alertId, 'closed first')
  return results
}

/** The outcome of a reversal whose user was deleted: its close is reported, and its entry is cancelled. */
const withoutOpening = (outcome: AlertOutcome): AlertOutcome =>
  outcome.outcome === 'PLACED' && outcome.ending.kind === 'close'
    ? { ...outcome, outcome: 'NOT_PLACED', ending: { ...outcome.ending, notOpened: 'user removed' } }
    : outcome

const continueToEntries = async (
  ports: Ports,
  closed: readonly EndedClosing[],
  change: (to: (ledger: Ledger) => Ledger | null) => Promise<void>,
) => {
  const changeAll = (each: (ledger: Ledger, ended: EndedClosing) => Ledger | null) =>
    change((before) => {
      const after = closed.reduce((ledger, ended) => each(ledger, ended) ?? ledger, before)
      return after === before ? null : { ...after, version: before.version + 1 }
    })
  // The claim is written before the close is logged. If this run ends here, the next run knows what was closed without
  // asking the broker.
  await changeAll((ledger, { claim, outcome }) =>
    claim.intent.kind === 'close'
      ? withUpdatedClaim(
          ledger,
          claim,
          { intent: { ...claim.intent, done: outcome.dealIds ?? [], retry: [] } },
          ports.clock.now(),
        )
      : null,
  )
  // The log is written before the claims are released, so that it shows the close whatever happens to the entry.
  await ports.store.log(
    closed.map(({ alert, claim, outcome }) => ({
      userId: alert.userId,
      mode: alert.captured.mode,
      type: 'TRADE' as const,
      message: `${outcomeInWords(outcome)}, before opening in the opposite direction`,
      description: `${alert.alert.action} ${alert.alert.market}: first step`,
      extra: {
        kind: 'alert' as const,
        alertId: alert.alertId,
        dealIds: outcome.dealIds,
        trace: outcome.trace,
      },
      key: `${acceptanceName(alert)}-closed-${claim.claimedAt}`,
      since: claim.claimedAt,
      at: ports.clock.now(),
    })),
  )
  await changeAll((ledger, { alert, outcome }) =>
    withClosedLeg(ledger, alert.alertId, outcome, ports.clock.now()),
  )
}
