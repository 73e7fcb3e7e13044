import type { Instant } from '../../../shared/platform/units.ts'
import type { LogType } from '../../../shared/logs/log.schema.ts'
import { acceptanceName } from '../ports/deal-reference.ts'
import type { EngineLogEntry } from '../ports/store.ts'
import { alertDetails, outcomeDetails } from './alert-details.ts'
import { dealNotesOf } from './deal-notes.ts'
import { brokerName } from '../../../shared/trading/model/broker-name.ts'
import { stepInWords } from '../../../shared/trading/rules/trace.ts'
import type { NotificationType } from '../../../shared/notifications/notification-types.ts'
import type { NotificationEvent } from '../../../shared/notifications/notifications.schema.ts'
import { outcomeInWords, reasonOf } from './ending-words.ts'
import type { AlertOutcome, AlertRecord } from '../ports/alert-record.ts'

/**
 * Everything that follows from an alert's outcome: the notifications, and the log entry with the data for the
 * operator's line (`finished`) and for the journal (`deals`).
 */
export const whatFollows = (alert: AlertRecord, outcome: AlertOutcome, now: Instant) => ({
  entry: entryOf(alert, outcome, now),
  events: outcomeEvents(alert, outcome),
})

const logTypeOf = ({ outcome, order }: AlertOutcome): LogType => {
  if (outcome === 'NEEDS_REVIEW' || outcome === 'NOT_PLACED' || outcome === 'REJECTED') return 'ERROR'
  if (outcome === 'PLACED') return order?.type === 'LIMIT' ? 'ORDER' : 'TRADE'
  return 'ALERT'
}

const entryOf = (alert: AlertRecord, held: AlertOutcome, now: Instant): EngineLogEntry => {
  const { market, action, price } = alert.alert
  const unreadable = held.outcome === 'REFUSED' && held.brokerReason !== undefined
  return {
    userId: alert.userId,
    mode: alert.captured.mode,
    type: unreadable ? ('ERROR' as const) : logTypeOf(held),
    message: outcomeInWords(held),
    description: `${action} ${market}${price === null ? '' : ` at ${price}`}`,
    extra: {
      kind: 'outcome' as const,
      alertId: alert.alertId,
      outcome: held.outcome,
      reason: reasonOf(held),
      trace: held.trace,
      ...outcomeDetails(alert, held),
      alert: alertDetails(alert),
    },
    finished: {
      alertId: alert.alertId,
      outcome: held.outcome,
      unreadable: held.unreadable,
      acceptedAt: alert.acceptedAt,
    },
    deals: dealNotesOf(alert, held),
    key: acceptanceName(alert),
    since: held.decidedAt,
    at: now,
  }
}

/**
 * The notifications about an alert's outcome. There is usually one, and another if the alert's strategy is out of sync.
 */
export const outcomeEvents = (alert: AlertRecord, held: AlertOutcome): readonly NotificationEvent[] => {
  // If a timed rule repeats its alert, the user already knows the reason from the first time.
  const isOldNews = alert.alert.isRepeated && !['PLACED', 'NEEDS_REVIEW'].includes(held.outcome)
  if (isOldNews) return []
  const drift = held.trace.find(
    (step) => step.rule === 'in step' && 'fact' in step && step.fact.kind === 'out of step',
  )
  const type = typeOf(held, drift?.passed === false)
  const event = (
    type: NotificationType,
    sentence: string,
    details?: readonly string[],
  ): NotificationEvent => ({
    id: `${alert.alertId}-${type}`,
    type,
    userId: alert.userId,
    at: held.decidedAt,
    data: { ...factsOf(alert, held), sentence, ...(details ? { details: [...details] } : {}) },
  })
  return [
    event(type, outcomeInWords(held), held.outcome === 'NEEDS_REVIEW' ? reviewHints(held) : undefined),
    ...(drift?.passed ? [event('strategy.drift', stepInWords(drift).sentence)] : []),
  ]
}

const typeOf = (
  { outcome, order, unreadable, openDealIds = [] }: AlertOutcome,
  isDrift: boolean,
): NotificationType => {
  switch (outcome) {
    case 'PLACED':
      return order ? 'order.placed' : 'position.changed'
    case 'NEEDS_REVIEW':
      return 'order.review'
    case 'REJECTED':
    case 'NOT_PLACED':
      return 'order.rejected'
    case 'ASKED':
      return 'alert.asked'
    case 'HELD':
    case 'REFUSED':
    case 'EXPIRED':
    case 'BLOCKED':
      // A blocked exit leaves deals open, so its user is notified as if IG had rejected an order.
      if (openDealIds.length > 0 && outcome === 'BLOCKED') return 'order.rejected'
      if (isDrift) return 'strategy.drift'
      // A rejected login is reported separately once a day, so the alert itself counts as refused, not as unreadable.
      return unreadable !== undefined && unreadable !== 'sign-in' ? 'alert.unreadable' : 'alert.refused'
  }
}

/** The facts about an alert that its notification contains. */
export const factsOf = ({ alert, alertId, captured }: AlertRecord, held: AlertOutcome) => {
  const { order, outcome, dealIds } = held
  return {
    mode: captured.mode,
    alertId,
    action: alert.action,
    market: alert.market,
    ...(held.name === undefined ? {} : { name: held.name }),
    ...(alert.strategy === undefined ? {} : { strategy: alert.strategy }),
    outcome,
    ...(order
      ? {
          direction: order.direction,
          size: order.size,
          stopDistance: order.stopDistance,
          limitDistance: order.limitDistance,
          ...(order.level === null ? {} : { level: order.level }),
        }
      : {}),
    ...(dealIds?.length ? { dealIds: [...dealIds] } : {}),
    path: '/dashboard/logs',
  }
}

const reviewHints = ({ dealReference, openDealIds }: AlertOutcome) => [
  openDealIds?.length ? `Deals: ${openDealIds.join(', ')}.` : `Deal reference: ${dealReference ?? 'none'}.`,
  `Check your positions and orders at ${brokerName}. Signalpost won’t send this again.`,
]
