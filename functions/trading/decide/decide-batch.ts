import { everyMarket } from '../../../shared/alerts/alert-action.ts'
import { brakeTrips } from '../../../shared/trading/model/brake.ts'
import { aboutRule } from '../../../shared/trading/model/rule-names.ts'
import type { TradingSettings } from '../../../shared/trading/model/snapshot.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { claimOf, closedLegOf, isDecided, isYetToLeave } from '../ledger/ledger.ts'
import { orderTimes } from '../ledger/order-times.ts'
import { isBehindExit } from '../ledger/waiting.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import type { Ledger } from '../ports/ledger.ts'
import { limits } from '../ports/limits.ts'
import type { Clock, DecisionPorts } from '../ports/ports.ts'
import type { DecisionContext } from '../ports/store.ts'
import { decideAlert } from './decide-alert.ts'
import { type Batch, type DecidedAlert, withBatch } from './with-batch.ts'

/**
 * Decides an alert together with later alerts that can be carried out at the same time: entries with entries, exits
 * with exits. Entries are decided in order, as if earlier ones were already written to the record. The batch ends
 * before an entry that depends on the outcome of an earlier order, for example on the same market. It also ends before
 * an alert that cannot be decided, because only the first alert of a batch reports the reason. Exits share one read of
 * the lists.
 * @param readFrom when reading the context began
 * @param run `asked`: alerts whose orders were already looked up; `takenAt`: when the executor took the alerts;
 * `statusRead`: epics whose status was read again
 */
export const decideBatch = async (
  ports: DecisionPorts,
  context: BatchContext,
  readFrom: Instant,
  run: {
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
      takenAt: run.takenAt(alert),
      statusRead: run.statusRead,
    })
    const at = clock.now()
    return { alert, considered, at, phases: [Math.max(0, readFrom - alert.acceptedAt), at - readFrom] }
  }

  const batch: Batch = [await decide(context.alert, context.ledger)]
  if (batch[0].considered.kind === 'close') return withMoreExits(clock, batch, context, decide)
  if (!canHaveCompany(batch[0]) || isBraked(context.ledger, context.settings, batch[0], clock.now()))
    return batch
  return withMoreEntries(clock, batch, context, { decide, asked: run.asked })
}

/** The context of a batch's first alert. */
export type BatchContext = DecisionContext & {
  readonly alert: AlertRecord
  readonly settings: TradingSettings
}

type Decide = (alert: AlertRecord, ledger: Ledger) => Promise<DecidedAlert>

/**
 * Adds exits on other markets, so that all are carried out together. If a market has several waiting alerts, only the
 * first can be added.
 */
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
    if (market === everyMarket || clock.now() - began > limits.batchTime) break
    const isTurn = !concerned.has(market)
    concerned.add(market)
    if (!isTurn || !isYetToLeave(ledger, alert) || !isUndecided(alert, ledger, began)) continue
    if (isBehindExit(ledger, nameOf(alert))) continue
    const decided = await decide(alert, ledger).catch(() => null)
    if (decided?.considered.kind === 'close' && !sharesEpic(decided, batch)) batch.push(decided)
  }
  return batch
}

const withMoreEntries = async (
  clock: Clock,
  [first]: Batch,
  context: BatchContext,
  { decide, asked }: { readonly decide: Decide; readonly asked: ReadonlySet<string> },
): Promise<Batch> => {
  const batch: [DecidedAlert, ...DecidedAlert[]] = [first]
  const began = clock.now()
  let ledger = withBatch(context.ledger, batch, began)
  for (const alert of context.behind) {
    const { action } = alert.alert
    const isEntry = action === 'BUY' || action === 'SELL' || closedLegOf(ledger, alert.alertId) !== undefined
    if (!isEntry || !isUndecided(alert, ledger, began) || clock.now() - began > limits.batchTime) break
    if (isBehindExit(ledger, nameOf(alert))) break
    // If this decision fails, the alert is decided again as the first of a batch and fails there.
    const decided = await decide(alert, ledger).catch(() => null)
    const now = clock.now()
    if (!decided || !canHaveCompany(decided) || isBraked(ledger, context.settings, decided, now)) break
    if (mayChange(decided, ledger, asked, now) || sharesEpic(decided, batch)) break
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

const sharesEpic = (decided: DecidedAlert, batch: Batch) =>
  batch.some((other) => epicOf(other) !== null && epicOf(other) === epicOf(decided))

const epicOf = ({ considered }: DecidedAlert): string | null => {
  if (considered.kind === 'place') return considered.order.epic
  return considered.kind === 'close' ? considered.close.epic : null
}

/** Whether an order would exceed the safety brake's maximum of orders. */
export const isBraked = (
  ledger: Ledger,
  { largestBurst }: TradingSettings,
  { considered }: Pick<DecidedAlert, 'considered'>,
  now: Instant,
) => considered.kind === 'place' && brakeTrips(orderTimes(ledger), now, largestBurst)

/**
 * Whether a refusal may change once the outcomes of orders that were just sent are known.
 * @param asked alerts whose orders were already looked up
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
