/** This file is separate from the schemas so that screens need not load the schemas. */

/** How a user gets a notification: not at all, in the daily summary, silently, or with a sound. */
export const notificationLevels = ['off', 'summary', 'quiet', 'loud'] as const
export type NotificationLevel = (typeof notificationLevels)[number]

export const channelKinds = ['mail', 'push', 'telegram', 'discord', 'slack', 'webhook'] as const
export type ChannelKind = (typeof channelKinds)[number]

export const channelNames: Readonly<Record<ChannelKind, string>> = {
  mail: 'Email',
  push: 'Push',
  telegram: 'Telegram',
  discord: 'Discord',
  slack: 'Slack',
  webhook: 'Webhook',
}

/** Events for which users can choose a level, each with its default level. */
export const choosableNotifications = {
  'order.review': { label: 'Order needs review', usual: 'loud' },
  'order.rejected': { label: 'Order rejected or not placed', usual: 'loud' },
  'order.corrected': { label: 'Correction to an earlier notification', usual: 'loud' },
  'alert.unreadable': { label: 'Alert refused because IG couldn’t be read', usual: 'loud' },
  'credentials.refused': { label: 'IG rejected your login', usual: 'loud' },
  'trading.braked': { label: 'Trading paused by the safety brake', usual: 'loud' },
  'limit.reached': { label: 'Limit reached: new entries stopped', usual: 'loud' },
  'limit.near': { label: 'Limit 70% used up', usual: 'loud' },
  'strategy.drift': { label: 'Strategy out of sync', usual: 'loud' },
  'strategy.silent': { label: 'Strategy silent', usual: 'loud' },
  'strategy.resumed': { label: 'Strategy is sending alerts again', usual: 'quiet' },
  'alert.stopping': { label: 'TradingView may stop an alert, or an alert expires soon', usual: 'loud' },
  'alert.asked': { label: 'Alert awaiting your approval', usual: 'loud' },
  'order.placed': { label: 'Order placed', usual: 'quiet' },
  'order.filled': { label: 'Working order filled', usual: 'quiet' },
  'order.ended': { label: 'Working order expired or deleted without a fill', usual: 'quiet' },
  'position.changed': {
    label: 'Position closed or reduced, stop moved, or working order deleted',
    usual: 'quiet',
  },
  'position.closed': { label: 'Position closed, with its result', usual: 'quiet' },
  'journal.day': { label: 'Result of a day’s trades', usual: 'summary' },
  'journal.week': { label: 'Weekly recap', usual: 'quiet' },
  'journal.differs': { label: 'Journal doesn’t add up to IG’s balance', usual: 'quiet' },
  'alert.refused': { label: 'Alert refused by your rules', usual: 'summary' },
  'account.changed': { label: 'Account: new device, password or role change', usual: 'loud' },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly usual: NotificationLevel }>>
export type ChoosableNotification = keyof typeof choosableNotifications

/**
 * All types of notifications. Users can't choose a level for three of them: the daily summary, test messages, and the
 * notice that a channel was turned off.
 */
export const notificationTypes = [
  ...(Object.keys(choosableNotifications) as ChoosableNotification[]),
  'summary.daily',
  'channel.off',
  'channel.test',
] as const
export type NotificationType = (typeof notificationTypes)[number]

/** Types that are always emailed, because an attacker in an account would switch them off first. */
export const alwaysMailed: ReadonlySet<string> = new Set<ChoosableNotification>(['account.changed'])

export type ChosenLevels = Partial<
  Record<ChoosableNotification, Partial<Record<ChannelKind, NotificationLevel>>>
>

export const levelOf = (
  chosen: ChosenLevels,
  type: ChoosableNotification,
  kind: ChannelKind,
): NotificationLevel =>
  kind === 'mail' && alwaysMailed.has(type)
    ? 'loud'
    : (chosen[type]?.[kind] ?? choosableNotifications[type].usual)

/** The kind of a channel. The channel's ID begins with its kind; the ID of a push channel also names the device. */
export const kindOf = (channel: string): ChannelKind => channel.split('-')[0] as ChannelKind

export const mostPushDevices = 5
