import { grouped } from '../../../shared/platform/figures.ts'
import { brokerName } from '../../../shared/trading/model/broker-name.ts'
import { factsOf } from '../record/what-follows.ts'
import { dealNotesOf } from '../record/deal-notes.ts'
import { notifyUser } from '../record/notify-user.ts'
import type { EndedAlertRecord } from '../record/record-outcome.ts'
import type { AccountState } from '../../../shared/trading/model/snapshot.ts'
import { findMissingDeal } from './follow-missing-deal.ts'
import { withOrderEnded } from '../ledger/trades-today.ts'
import { accountKeyOf, updateLedger } from '../ledger/update-ledger.ts'
import { acceptanceName } from '../ports/deal-reference.ts'
import type { LookUpContext } from './recording-context.ts'
import { limits } from '../ports/limits.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import { type BrokerLogin, type BrokerActivity, BrokerError } from '../ports/broker.ts'
import type { Ports } from '../ports/ports.ts'

/** Logs how a working order ended, once it has ended. */
export const followOrder = async (
  ports: Ports,
  alert: AlertRecord,
  known: LookUpContext,
  shared: AccountState | null,
) => {
  const { store, clock } = ports
  if (alert.outcome?.mayShowLater && !known.userIsGone)
    return followMissingDeal(ports, { alert, outcome: alert.outcome }, known, shared)
  const dealId = alert.outcome?.dealIds?.[0]
  const order = alert.outcome?.order
  if (known.userIsGone || !dealId || !order) return store.markComplete(alert.alertId)
  const placedAt = alert.outcome.decidedAt
  if (clock.now() - placedAt < limits.listLag) return
  const ended = await howItEnded(ports, { alert, dealId, placedAt }, known.login, shared)
  if (!ended) return
  const key = `${acceptanceName(alert)}-ended`
  await notifyUser(
    ports,
    {
      id: key,
      type: ended.filled ? 'order.filled' : 'order.ended',
      userId: alert.userId,
      at: clock.now(),
      data: { ...factsOf(alert, alert.outcome), sentence: ended.message },
    },
    {
      mode: alert.captured.mode,
      type: ended.filled ? 'TRADE' : 'ORDER',
      key,
      since: placedAt,
      description: `${order.direction} ${order.size} ${alert.alert.market}, deal ${dealId}`,
      extra: {
        kind: 'alert',
        alertId: alert.alertId,
        dealId,
        dealReference: alert.outcome.dealReference,
      },
      ...(ended.filled
        ? { deals: dealNotesOf(alert, alert.outcome).map((note) => ({ ...note, at: clock.now() })) }
        : {}),
    },
  )
  if (!ended.isUnknown)
    await updateLedger(ports, accountKeyOf(alert), known.ledger, (ledger) =>
      withOrderEnded(ledger, { alertId: alert.alertId, strategy: alert.alert.strategy }, ended.filled),
    )
  await store.markComplete(alert.alertId)
}

/**
 * Looks for an order that was not found. Reports nothing while the broker does not answer, and gives up after a day.
 */
const followMissingDeal = async (
  ports: Ports,
  ended: EndedAlertRecord,
  known: LookUpContext,
  shared: AccountState | null,
) => {
  try {
    const lists = await listsOf(ports, known.login, shared)
    const isFinished = await findMissingDeal(ports, ended, known, lists)
    if (isFinished) await ports.store.markComplete(ended.alert.alertId)
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error
    if (ports.clock.now() - ended.outcome.decidedAt > limits.followedAfterTime)
      await ports.store.markComplete(ended.alert.alertId)
  }
}

/** The beginning of a log entry's sentence, with the order's market. */
const orderOf = ({ alert }: AlertRecord) => `Order for ${alert.market}`

type OrderEnd = { readonly filled: boolean; readonly message: string; readonly isUnknown?: true }

const howItEnded = async (
  ports: Ports,
  { alert, dealId, placedAt }: { alert: AlertRecord; dealId: string; placedAt: number },
  login: BrokerLogin,
  shared: AccountState | null,
): Promise<OrderEnd | null> => {
  try {
    const lists = await listsOf(ports, login, shared)
    if (lists.workingOrders.some((order) => order.dealId === dealId)) return null
    const reference = alert.outcome?.dealReference
    const position = lists.positions.find(
      (open) => open.dealId === dealId || (reference !== undefined && open.dealReference === reference),
    )
    if (position)
      return {
        filled: true,
        message: `${orderOf(alert)} filled: a position is open${position.level === null ? '' : ` at ${grouped(position.level)}`}`,
      }
    const activity = await ports.broker.readActivity(login, placedAt - 60_000)
    return endOf(
      activity.filter((entry) => concerns(entry, dealId, reference)),
      alert,
      ports.clock.now(),
    )
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error
    const goodTill = alert.outcome?.order?.goodTill ?? placedAt
    // The search ends here because the broker may never answer, for example about an account that was removed from the
    // settings.
    return ports.clock.now() > goodTill + limits.followedAfterTime
      ? {
          filled: false,
          isUnknown: true,
          message: `Stopped tracking the order for ${alert.alert.market}: it has expired, and ${brokerName} couldn’t tell us what happened to it. Check your account at ${brokerName}`,
        }
      : null
  }
}

/** Reads the lists once for all followed orders of an account, if the stored lists are too old. */
const listsOf = async ({ broker, store, clock }: Ports, login: BrokerLogin, shared: AccountState | null) => {
  if (shared?.accountId === login.accountId && clock.now() - shared.readAt < limits.followedListsAge)
    return shared
  const lists = await broker.readAccount(login)
  await store.saveAccountState(login, lists)
  return lists
}

const concerns = ({ dealId, dealReference, actions }: BrokerActivity, ours: string, reference?: string) =>
  dealId === ours ||
  (reference !== undefined && dealReference === reference) ||
  actions.some((action) => action.dealId === ours)

/**
 * Finds out from the history how an order ended; the newest entries are first. Only the kind of each action matters,
 * because IG's text is for people.
 */
const endOf = (entries: readonly BrokerActivity[], alert: AlertRecord, now: number): OrderEnd | null => {
  const kinds = new Set(entries.flatMap(({ actions }) => actions.map(({ kind }) => kind)))
  if (kinds.has('order filled') || kinds.has('position opened'))
    return {
      filled: true,
      message: `${orderOf(alert)} filled${kinds.has('position closed') ? '; the position has since closed' : ''}`,
    }
  const rejected = entries.find(({ status }) => status === 'REJECTED')
  if (rejected)
    return {
      filled: false,
      message: `${orderOf(alert)} rejected by ${brokerName}: ${rejected.rejection ?? 'no reason given'}`,
    }
  const goodTill = alert.outcome?.order?.goodTill ?? null
  // IG rounds the end of an order down to the minute, and so ends it up to 59 seconds early.
  const expired = goodTill !== null && now >= Math.floor(goodTill / 60_000) * 60_000
  if (kinds.has('order deleted'))
    return {
      filled: false,
      message: `${orderOf(alert)} ${expired ? 'expired without being filled' : 'deleted at the broker'}`,
    }
  // The order is in neither the lists nor the history. If its expiry time is long past, it must have expired.
  if (goodTill !== null && now > goodTill + limits.quarantine)
    return { filled: false, message: `${orderOf(alert)} expired without being filled` }
  return null
}
