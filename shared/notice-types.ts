/** Apart from notices.ts, so that screens know them without the schemas. */

/** How loudly something is told: not at all, once a day with the rest, without a sound, or with one. */
export const noticeLevels = ['off', 'summary', 'quiet', 'loud'] as const
export type NoticeLevel = (typeof noticeLevels)[number]

export const channelKinds = ['mail', 'push', 'telegram', 'discord', 'slack', 'webhook'] as const
export type ChannelKind = (typeof channelKinds)[number]

export const channelNames: Readonly<Record<ChannelKind, string>> = {
  mail: 'Mail',
  push: 'Push',
  telegram: 'Telegram',
  discord: 'Discord',
  slack: 'Slack',
  webhook: 'Webhook',
}

/** What users are told about, and how loudly unless they choose otherwise. */
export const choosableNotices = {
  'order.review': { label: 'An order needs your review', usual: 'loud' },
  'order.rejected': { label: 'An order was rejected or not placed', usual: 'loud' },
  'order.corrected': { label: 'Something told before was wrong', usual: 'loud' },
  'alert.unreadable': { label: 'IG could not be read, so an alert was refused', usual: 'loud' },
  'credentials.refused': { label: 'IG refuses your sign-in', usual: 'loud' },
  'trading.braked': { label: 'The safety brake paused trading', usual: 'loud' },
  'strategy.drift': { label: 'A strategy is out of step', usual: 'loud' },
  'strategy.silent': { label: 'A strategy has gone silent, or is back', usual: 'loud' },
  'alert.stopping': { label: 'TradingView may stop an alert, or one ends soon', usual: 'loud' },
  'alert.asked': { label: 'An alert asks before it trades', usual: 'loud' },
  'order.placed': { label: 'An order was placed', usual: 'quiet' },
  'order.filled': { label: 'A working order was filled', usual: 'quiet' },
  'order.ended': { label: 'A working order ended without being filled', usual: 'quiet' },
  'position.changed': { label: 'A position was closed, reduced, or its stop moved', usual: 'quiet' },
  'alert.refused': { label: 'An alert was refused by your rules', usual: 'summary' },
  'account.changed': { label: 'Your account: sign-in from a new device, password, role', usual: 'loud' },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly usual: NoticeLevel }>>
export type ChoosableNotice = keyof typeof choosableNotices

/** The summary, a test and what became of a channel are not chosen: they follow from the rest. */
export const noticeTypes = [
  ...(Object.keys(choosableNotices) as ChoosableNotice[]),
  'summary.daily',
  'channel.off',
  'channel.test',
] as const
export type NoticeType = (typeof noticeTypes)[number]

/** Always by mail: whoever took an account over would switch this off first. */
export const alwaysMailed: ReadonlySet<string> = new Set<ChoosableNotice>(['account.changed'])

/** Levels that differ from the usual ones. */
export type ChosenLevels = Partial<Record<ChoosableNotice, Partial<Record<ChannelKind, NoticeLevel>>>>

export const levelOf = (chosen: ChosenLevels, type: ChoosableNotice, kind: ChannelKind): NoticeLevel =>
  kind === 'mail' && alwaysMailed.has(type) ? 'loud' : (chosen[type]?.[kind] ?? choosableNotices[type].usual)

/** A channel's id is its kind; of push, with the device behind it. */
export const kindOf = (channel: string): ChannelKind => channel.split('-')[0] as ChannelKind

export const mostPushDevices = 5
