import { choosableNotifications, type NotificationType } from './notification-types.ts'
import type { NotificationEvent } from './notifications.schema.ts'

const titles: Readonly<Record<NotificationType, string>> = {
  'order.review': 'Order needs review',
  'order.rejected': 'Order not placed',
  'order.corrected': 'Correction',
  'alert.unreadable': 'Alert refused, couldn’t read IG',
  'credentials.refused': 'IG rejected your login',
  'trading.braked': 'Trading paused by the safety brake',
  'limit.reached': 'New entries stopped by a limit',
  'limit.near': 'A limit is near',
  'strategy.drift': 'Strategy out of sync',
  'strategy.silent': 'Strategy silent',
  'strategy.resumed': 'Strategy is sending alerts again',
  'alert.stopping': 'TradingView may stop an alert',
  'alert.asked': 'Approval needed',
  'order.placed': 'Order placed',
  'order.filled': 'Order filled',
  'order.ended': 'Order ended unfilled',
  'position.changed': 'Position or order changed',
  'position.closed': 'Position closed',
  'journal.day': 'Result of the day',
  'journal.week': 'Weekly recap',
  'journal.differs': 'Journal doesn’t add up',
  'alert.refused': 'Alert refused',
  'account.changed': 'Account changed',
  'summary.daily': 'Daily summary',
  'channel.off': 'Notification channel turned off',
  'channel.test': 'Test notification',
}

/** A title that says what happened and where, without sizes or prices, because a lock screen may show it. */
export const titleOf = ({ type, data }: NotificationEvent): string => {
  const about = data.name ?? data.market ?? data.strategy
  return plain(`${titles[type]}${about ? `: ${about}` : ''}${data.mode ? ` (${data.mode})` : ''}`)
}

/** The lines of a notification: its sentence, its details and its items. */
export const linesOf = ({ data }: NotificationEvent): readonly string[] =>
  [data.sentence, ...(data.details ?? []), ...(data.items ?? [])].map(plain)

/**
 * Removes control and direction characters, because text from an alert could imitate another line or sender with them.
 */
const plain = (text: string) =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()

/** Describes numbers of notifications by type, such as "2 × Order placed, 1 × Alert refused". */
export const countsInWords = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([type, count]) => `${count} × ${titles[type as NotificationType]}`)
    .join(', ')

export const countTypes = (events: readonly NotificationEvent[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { type } of events) counts[type] = (counts[type] ?? 0) + 1
  return counts
}

/** Whether users can choose a level for the type. */
export const isChoosable = (type: NotificationType): type is keyof typeof choosableNotifications =>
  type in choosableNotifications
