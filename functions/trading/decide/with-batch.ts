import type { Phases } from '../../../shared/trading/model/phases.ts'
import type { AccountState } from '../../../shared/trading/model/snapshot.ts'
import { followsWhatIsHeld } from '../../../shared/trading/rules/in-step.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { withNewest } from '../ledger/alert-order.ts'
import { withDecisions, withoutEnded } from '../ledger/ledger.ts'
import { leadsTo, withFollowed, withSaid } from '../ledger/strategy-state.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import { dealReferenceOf } from '../ports/deal-reference.ts'
import type { Claim, Ledger } from '../ports/ledger.ts'
import type { AlertDecision } from './decide-alert.ts'
import { named } from './instrument-name.ts'
import { withRecent } from './firing-rate.ts'

export type DecidedAlert = {
  readonly alert: AlertRecord
  readonly considered: AlertDecision
  /** Milliseconds of the first two phases: in the queue, and until the data for the decision was read. */
  readonly phases: Phases
  readonly at: Instant
}

export type Batch = readonly [DecidedAlert, ...DecidedAlert[]]

/**
 * The account's record with all decisions of a batch.
 * @param listed the broker's lists as last read; they show which deals have ended and can be removed
 */
export const withBatch = (
  ledger: Ledger,
  batch: readonly DecidedAlert[],
  now: Instant,
  listed: AccountState | null = null,
): Ledger => {
  const claims = batch.flatMap((decided) => claimFor(decided, ledger, now) ?? [])
  const claimed = new Set(claims.map(({ alertId }) => alertId))
  const alerts = batch.map(({ alert }) => alert)
  const others = alerts.flatMap(({ alertId }) => (claimed.has(alertId) ? [] : alertId))
  let known: Ledger = { ...withoutEnded(ledger, listed), recent: withRecent(ledger, alerts, now) }
  for (const { alert, considered } of batch) {
    const standings = withSaid(known.standings, alert, now, isHeldAlready(considered))
    const newest = withNewest(known.newest, alert, now)
    known = { ...known, ...(standings ? { standings } : {}), ...(newest ? { newest } : {}) }
  }
  for (const { alert, considered } of batch) {
    if (!isFlatAlready(considered, alert.alert)) continue
    const { strategy = '', market: instrument } = alert.alert
    known = {
      ...known,
      ...withFollowed(known, { strategy, instrument, leadsTo: leadsTo(known, alert, now) }),
    }
  }
  return withDecisions(known, claims, others, now)
}

/** Whether an exit finds nothing to close, which means that the broker is already flat like the strategy. */
const isFlatAlready = (considered: AlertDecision, { change }: AlertRecord['alert']): boolean =>
  considered.kind === 'refuse' && considered.rule === 'something to leave' && change?.kind === 'close'

/** Whether an entry opens nothing because the position to which it leads is already open at the broker. */
const isHeldAlready = (considered: AlertDecision): boolean =>
  considered.kind === 'refuse' && considered.rule === 'in step' && followsWhatIsHeld(considered.snapshot)

const claimFor = (
  { alert, considered, phases }: DecidedAlert,
  ledger: Ledger,
  now: Instant,
): Claim | null => {
  const { kind } = considered
  if (kind !== 'place' && kind !== 'close' && kind !== 'amend') return null
  const to = leadsTo(ledger, alert, now)
  const claim = {
    alertId: alert.alertId,
    dealReference: dealReferenceOf(alert),
    claimedAt: now,
    instrument: alert.alert.market,
    ...named(considered.snapshot),
    trace: considered.trace,
    captured: alert.captured,
    phases,
    strategy: alert.alert.strategy ?? '',
    ...(to ? { leadsTo: to } : {}),
  }
  if (kind === 'place')
    return {
      ...claim,
      epic: considered.order.epic,
      intent: { kind: 'open', order: considered.order },
      ...(considered.smallestFirst ? { smallestSince: considered.smallestFirst.since } : {}),
      ...(considered.tradingDay === undefined ? {} : { tradingDay: considered.tradingDay }),
    }
  if (kind === 'amend') {
    const { epic, changes } = considered.amend
    return { ...claim, epic, intent: { kind: 'amend', changes } }
  }
  const { epic, inFlight, ...request } = considered.close
  return { ...claim, epic, intent: { kind: 'close', ...request, ...(inFlight > 0 ? { inFlight } : {}) } }
}
