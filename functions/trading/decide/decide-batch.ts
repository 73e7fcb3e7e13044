import { brakeTrips } from '../../../shared/trading/model/brake.ts'
import type { Phases } from '../../../shared/trading/model/phases.ts'
import { aboutRule } from '../../../shared/trading/model/rule-names.ts'
import type { AccountState, TradingSettings } from '../../../shared/trading/model/snapshot.ts'
import { followsWhatIsHeld } from '../../../shared/trading/rules/in-step.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { type AlertDecision, decideAlert } from './decide-alert.ts'
import { dealReferenceOf } from '../ports/deal-reference.ts'
import { everyMarket } from '../../../shared/alerts/alert-action.ts'
import {
  claimOf,
  closedLegOf,
  isDecided,
  isYetToLeave,
  withDecisions,
  withoutEnded,
} from '../ledger/ledger.ts'
import { orderTimes } from '../ledger/order-times.ts'
import { isBehindExit } from '../ledger/waiting.ts'
import { withNewest } from '../ledger/alert-order.ts'
import { withRecent } from './firing-rate.ts'
import { limits } from '../ports/limits.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import type { Claim, Ledger } from '../ports/ledger.ts'
import type { DecisionContext } from '../ports/store.ts'
import type { Clock, DecisionPorts } from '../ports/ports.ts'
import { leadsTo, withFollowed, withSaid } from '../ledger/strategy-state.ts'

/** An alert of a batch, and what was decided of it. */
export type DecidedAlert = {
  readonly alert: AlertRecord
  readonly considered: AlertDecision
  /** In the queue, and until it was decided. */
  readonly phases: Phases
  readonly at: Instant
}

export type Batch = readonly [DecidedAlert, ...DecidedAlert[]]

/**
 * Decides an alert and those behind it that can be carried out with it: entries with entries, exits with exits. Entries are
 * decided one after another, each as if those before it had been written down already. One ends the batch before it if it
 * must see more than that: what an order of the same market became, or a deal that is closed. So does one that cannot be
 * decided, for the first of a batch says why. Exits rest on one reading of the lists.
 * @param readFrom when the context was asked for
 * @param run `asked`: alerts on whose orders a verdict was asked for already; `takenAt`: when the executor took them;
 *   `statusRead`: epics whose status was read once more
 */
export const decideBatch = async (
  ports: DecisionPorts,
  first: AlertRecord,
  context: DecisionContext & { readonly settings: TradingSettings },
  readFrom: Instant,
  {
    asked,
    takenAt,
    statusRead,
  }: {
    readonly asked: ReadonlySet<string>
    takenAt(alert: AlertRecord): Instant
    readonly statusRead: Set<string>
  },
): Promise<Batch> => {
  const { clock, store } = ports
  let { accountState } = context
  const keeping: DecisionPorts = {
    ...ports,
    store: {
      ...store,
      saveAccountState: async (account, state) => {
        accountState = state
        await store.saveAccountState(account, state)
      },
    },
  }
  const decide: Decide = async (alert, ledger) => {
    const considered = await decideAlert(keeping, alert, {
      ...context,
      ledger,
      accountState,
      freshSince: readFrom,
      takenAt: takenAt(alert),
      statusRead,
    })
    const at = clock.now()
    return { alert, considered, at, phases: [Math.max(0, readFrom - alert.acceptedAt), at - readFrom] }
  }

  const batch: Batch = [await decide(first, context.ledger)]
  if (batch[0].considered.kind === 'close') return withMoreExits(clock, batch, context, decide)
  if (!canHaveCompany(batch[0]) || isBraked(context.ledger, context.settings, batch[0], clock.now()))
    return batch
  return withMoreEntries(clock, batch, context, decide, asked)
}

type Decide = (alert: AlertRecord, ledger: Ledger) => Promise<DecidedAlert>

/** Exits of other markets, which are closed together. One whose market has an alert before it keeps its turn. */
const withMoreExits = async (
  clock: Clock,
  [first]: Batch,
  { ledger, behind }: DecisionContext,
  decide: Decide,
): Promise<Batch> => {
  const began = clock.now()
  const batch: [DecidedAlert, ...DecidedAlert[]] = [first]
  const concerned = new Set([first.alert.alert.market])
  for (const alert of first.alert.alert.market === everyMarket ? [] : behind) {
    const { market } = alert.alert
    if (market === everyMarket || clock.now() - began > limits.lotTime) break
    const isTurn = !concerned.has(market)
    concerned.add(market)
    const isExit = isYetToLeave(ledger, alert)
    if (!isTurn || !isExit || !isUndecided(alert, ledger, began) || isBehindExit(ledger, nameOf(alert)))
      continue
    const decided = await decide(alert, ledger).catch(() => null)
    const epic = decided && epicOf(decided)
    if (decided?.considered.kind !== 'close' || batch.some((other) => epicOf(other) === epic)) continue
    batch.push(decided)
  }
  return batch
}

const withMoreEntries = async (
  clock: Clock,
  [first]: Batch,
  context: DecisionContext & { readonly settings: TradingSettings },
  decide: Decide,
  asked: ReadonlySet<string>,
): Promise<Batch> => {
  const batch: [DecidedAlert, ...DecidedAlert[]] = [first]
  const began = clock.now()
  let ledger = withBatch(context.ledger, batch, began)
  for (const alert of context.behind) {
    const { action } = alert.alert
    const isEntry = action === 'BUY' || action === 'SELL' || closedLegOf(ledger, alert.alertId) !== undefined
    if (!isEntry || !isUndecided(alert, ledger, began) || clock.now() - began > limits.lotTime) break
    if (isBehindExit(ledger, nameOf(alert))) break
    // What makes its decision fail makes it fail again as the first of a batch.
    const decided = await decide(alert, ledger).catch(() => null)
    const now = clock.now()
    if (!decided || !canHaveCompany(decided) || isBraked(ledger, context.settings, decided, now)) break
    if (mayChange(decided, ledger, asked, now)) break
    if (batch.some((other) => epicOf(other) !== null && epicOf(other) === epicOf(decided))) break
    batch.push(decided)
    ledger = withBatch(context.ledger, batch, clock.now())
  }
  return batch
}

const nameOf = ({ alertId, alert: { market } }: AlertRecord) => ({ alertId, market })

const isUndecided = ({ alertId, outcome }: AlertRecord, ledger: Ledger, now: Instant): boolean =>
  !outcome && !claimOf(ledger, alertId) && !isDecided(ledger, alertId, now)

const canHaveCompany = ({ considered }: DecidedAlert) =>
  considered.kind === 'place' || considered.kind === 'refuse'

/** The epic on which it opens or closes. */
const epicOf = ({ considered }: DecidedAlert) =>
  considered.kind === 'place'
    ? considered.order.epic
    : considered.kind === 'close'
      ? considered.close.epic
      : null

/** Whether an order would be one more than the user takes for honest. */
export const isBraked = (
  ledger: Ledger,
  { largestBurst }: TradingSettings,
  { considered }: Pick<DecidedAlert, 'considered'>,
  now: Instant,
) => considered.kind === 'place' && brakeTrips(orderTimes(ledger), now, largestBurst)

/**
 * Whether a refusal may change once it is known what became of orders that were just sent.
 * @param asked alerts on whose orders a verdict was asked for already
 */
export const mayChange = (
  { considered }: DecidedAlert,
  { claims }: Ledger,
  asked: ReadonlySet<string>,
  now: Instant,
): boolean =>
  considered.kind === 'refuse' &&
  aboutRule[considered.rule].restsOn.includes('orders') &&
  claims.some(
    ({ alertId, intent, claimedAt }) =>
      intent.kind === 'open' && now - claimedAt <= limits.executorOwnsClaim && !asked.has(alertId),
  )

/**
 * The account's record with all that a batch decided.
 * @param listed the broker's lists as last read, by which deals that have ended are forgotten
 */
export const withBatch = (
  ledger: Ledger,
  batch: readonly DecidedAlert[],
  now: Instant,
  listed: AccountState | null = null,
): Ledger => {
  const claims = batch.flatMap((decided) => claimFor(decided, ledger, now) ?? [])
  const claimed = new Set(claims.map(({ alertId }) => alertId))
  const others = batch.flatMap(({ alert: { alertId } }) => (claimed.has(alertId) ? [] : alertId))
  const said = batch.reduce(
    (before, { alert, considered }) => withSaid(before, alert, now, isHeldAlready(considered)),
    ledger.standings,
  )
  const recent = withRecent(
    ledger,
    batch.map(({ alert }) => alert),
    now,
  )
  const newest = batch.reduce((before, { alert }) => withNewest(before, alert, now), ledger.newest)
  const known: Ledger = {
    ...withoutEnded(ledger, listed),
    ...(said ? { standings: said } : {}),
    ...(newest ? { newest } : {}),
    recent,
  }
  const flat = batch.reduce((before, { alert, considered }) => {
    if (!isFlatAlready(considered, alert.alert)) return before
    const to = leadsTo(before, alert, now)
    const { strategy = '', market } = alert.alert
    return to ? { ...before, ...withFollowed(before, { strategy, instrument: market, leadsTo: to }) } : before
  }, known)
  return withDecisions(flat, claims, others, now)
}

/** An exit that finds nothing to leave: the broker is flat, as the strategy is. */
const isFlatAlready = (considered: AlertDecision, { change }: AlertRecord['alert']): boolean =>
  considered.kind === 'refuse' && considered.rule === 'something to leave' && change?.kind === 'close'

/** An entry that opens nothing: the broker holds the position to which it leads. */
const isHeldAlready = (considered: AlertDecision): boolean =>
  considered.kind === 'refuse' && considered.rule === 'in step' && followsWhatIsHeld(considered.snapshot)

/** The claim that a decision asks for; null if it asks for none. */
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
