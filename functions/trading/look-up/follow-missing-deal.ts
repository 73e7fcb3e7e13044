import { brokerName } from '../../../shared/trading/model/broker-name.ts'
import { factsOf } from '../record/what-follows.ts'
import { notifyUser } from '../record/notify-user.ts'
import type { EndedAlertRecord } from '../record/record-outcome.ts'
import { Big } from '../../../shared/trading/model/decimal.ts'
import type { AccountState } from '../../../shared/trading/model/snapshot.ts'
import { withLateOrder } from '../ledger/ledger.ts'
import { dealNow } from '../ledger/rolled-deals.ts'
import { followRolls } from './follow-rolls.ts'
import { accountKeyOf, updateLedger } from '../ledger/update-ledger.ts'
import { leftInWords, outcomeInWords } from '../record/ending-words.ts'
import { acceptanceName } from '../ports/deal-reference.ts'
import type { LookUpContext } from './recording-context.ts'
import { limits } from '../ports/limits.ts'
import type { AlertOutcome, AlertRecord } from '../ports/alert-record.ts'
import { type Broker, type BrokerActivity, type BrokerLogin, nullIfUnanswered } from '../ports/broker.ts'
import type { Ledger } from '../ports/ledger.ts'
import type { Ports } from '../ports/ports.ts'
import { dealIdOf, isOf } from './verdicts.ts'

/** What the broker shows about an order or a deal after its outcome was recorded. */
type LateFinding = {
  readonly message: string
  readonly dealId: string | null
  /** Whether our order exists despite the recorded outcome. */
  readonly stands: boolean
  /** True if the recorded outcome is still correct. Otherwise, this finding corrects it. */
  readonly repeats?: boolean
}

/**
 * Looks for an order that was sent but not found, or that was never confirmed. If it is found, a further log entry and
 * an email report it, because the outcome's text is not changed afterwards.
 * @returns whether the search is over
 */
export const findMissingDeal = async (
  ports: Ports,
  ended: EndedAlertRecord,
  known: LookUpContext,
  lists: AccountState,
): Promise<boolean> => {
  const { outcome } = ended
  const isOver = ports.clock.now() - outcome.decidedAt > limits.searchesForLate
  const late = outcome.order
    ? await orderShown(ports.broker, ended, known.login, lists)
    : dealsShown(await withDealsNow(ports, outcome, known, lists), lists, isOver)
  if (late) await notifyOwner(ports, ended, known, late)
  return late !== null || isOver
}

/**
 * Asks the broker again about an alert that needs review. Nothing is recorded, because the reconciler records its own
 * findings.
 * @returns a sentence; null if there is nothing new
 * @throws BrokerError
 */
export const lookUpReview = async (
  broker: Pick<Broker, 'readAccount' | 'readActivity'>,
  alert: AlertRecord,
  outcome: AlertOutcome,
  known: Pick<LookUpContext, 'login' | 'ledger'>,
): Promise<string | null> => {
  const lists = await broker.readAccount(known.login)
  const shown = outcome.order
    ? await orderShown(broker, { alert, outcome }, known.login, lists)
    : dealsShown(dealsIn(known.ledger, outcome), lists, true)
  return shown?.message ?? null
}

const orderShown = async (
  broker: Pick<Broker, 'readActivity'>,
  { alert, outcome: sent }: EndedAlertRecord,
  login: BrokerLogin,
  lists: AccountState,
): Promise<LateFinding | null> => {
  const { order, outcome } = sent
  const what = `${order?.direction} ${order?.size} ${alert.alert.market}`
  const position = lists.positions.find((open) => isOf(sent, open.dealReference))
  if (position)
    return {
      message: `a position is open after all (${what}, deal ${position.dealId})`,
      dealId: position.dealId,
      stands: true,
    }
  const activity = await broker.readActivity(login, alert.acceptedAt - limits.clockSkew)
  const entries = activity.filter((entry) => isOf(sent, entry.dealReference))
  const accepted = entries.find(({ status }) => status === 'ACCEPTED')
  if (accepted) return acceptedAfterAll(accepted, lists, what)
  const rejected = entries.find(({ status }) => status === 'REJECTED')
  // A rejection ends a review. If the outcome is NOT_PLACED, the user already knows that there is no order.
  return rejected && outcome === 'NEEDS_REVIEW'
    ? {
        message: `${brokerName} rejected the order: ${rejected.rejection ?? 'no reason given'} (${outcomeInWords(sent)})`,
        dealId: null,
        stands: false,
      }
    : null
}

const acceptedAfterAll = (entry: BrokerActivity, lists: AccountState, what: string): LateFinding => {
  const dealId = dealIdOf(entry)
  const isWorking = lists.workingOrders.some((order) => order.dealId === dealId)
  const now = isWorking
    ? `${brokerName} has a working order after all`
    : `${brokerName} accepted the order after all; it is no longer open`
  return { message: `${now} (${what}, deal ${dealId})`, dealId, stands: true }
}

/** First checks whether open positions have rolled to new deal IDs, and returns the outcome with the current IDs. */
const withDealsNow = async (
  ports: Ports,
  outcome: AlertOutcome,
  { login, ledger }: LookUpContext,
  lists: AccountState,
): Promise<AlertOutcome> => {
  const rolled = await followRolls(ports, login, ledger, lists).catch(nullIfUnanswered)
  return dealsIn(rolled ?? ledger, outcome)
}

/** The outcome with the current IDs of its deals. */
const dealsIn = (ledger: Ledger, outcome: AlertOutcome): AlertOutcome => {
  const { openDealIds = [], rests = {} } = outcome
  const now = (dealId: string) => dealNow(ledger, dealId)
  return {
    ...outcome,
    openDealIds: openDealIds.map(now),
    rests: Object.fromEntries(Object.entries(rests).map(([dealId, rest]) => [now(dealId), rest])),
  }
}

/** @param isOver true for the last check, which reports the deals that are still open */
const dealsShown = (
  { openDealIds = [], rests = {} }: AlertOutcome,
  lists: AccountState,
  isOver: boolean,
): LateFinding | null => {
  const open = [...lists.positions, ...lists.workingOrders].filter(
    ({ dealId, size }) => openDealIds.includes(dealId) && new Big(size).gt(rests[dealId] ?? 0),
  )
  if (open.length === 0)
    return {
      message: `${openDealIds.join(', ')} ${openDealIds.length === 1 ? 'is' : 'are'} no longer open at ${brokerName}`,
      dealId: null,
      stands: false,
    }
  if (!isOver) return null
  const still = open.map(({ dealId, direction, size }) =>
    leftInWords({ dealId, direction, size, left: size, isRefused: false }),
  )
  return {
    message: `Still open at ${brokerName}: ${still.join('; ')}`,
    dealId: open[0]?.dealId ?? null,
    stands: false,
    repeats: true,
  }
}

const notifyOwner = async (
  ports: Ports,
  { alert, outcome }: EndedAlertRecord,
  known: LookUpContext,
  { message, dealId, stands, repeats = false }: LateFinding,
) => {
  const now = ports.clock.now()
  const { userId, captured, alertId } = alert
  const key = `${acceptanceName(alert)}-corrected`
  // The user was asked to check the order. This finding makes that unnecessary, so the review ends.
  if (!repeats && outcome.outcome === 'NEEDS_REVIEW') await ports.store.saveState(alert, 'ended')
  if (stands)
    await updateLedger(ports, accountKeyOf(alert), known.ledger, (ledger) =>
      withLateOrder(ledger, alert.alert.market, outcome.decidedAt, now),
    )
  await notifyUser(
    ports,
    {
      id: key,
      type: 'order.corrected',
      userId,
      at: now,
      data: {
        ...factsOf(alert, outcome),
        sentence: repeats ? message : `Correction: ${message}`,
        details: [
          `Earlier message: ${outcomeInWords(outcome)}`,
          `Check your positions and orders at ${brokerName}.`,
        ],
      },
    },
    {
      mode: captured.mode,
      type: 'ERROR',
      key,
      since: outcome.decidedAt,
      description: `Before: ${outcomeInWords(outcome)}`,
      extra: {
        kind: 'correction',
        alertId,
        dealId,
        dealReference: outcome.dealReference,
        ...(repeats ? {} : { corrects: alertId }),
      },
    },
  )
}
