import * as z from 'zod/mini'
import {
  channelKinds,
  choosableNotifications,
  type ChoosableNotification,
  notificationLevels,
  notificationTypes,
} from './notification-types.ts'
import { Mode } from '../accounts/user.schema.ts'
import { isZone } from '../platform/zone.ts'

/**
 * An event as data. The user's log, all channels and the signed webhook are derived from it. It contains no secret and
 * no account number, because the webhook's body contains everything except the user.
 */
const NotificationData = z.object({
  /** The sentence for the user, such as "Refused: open positions — 3 positions open; your limit is 3". */
  sentence: z.string(),
  mode: z.optional(Mode),
  alertId: z.optional(z.string()),
  action: z.optional(z.string()),
  market: z.optional(z.string()),
  /** The broker's name for the instrument. */
  name: z.optional(z.string()),
  strategy: z.optional(z.string()),
  outcome: z.optional(z.string()),
  direction: z.optional(z.enum(['BUY', 'SELL'])),
  /** The size in units of the account's currency per point, or in contracts. */
  size: z.optional(z.string()),
  /** The price level in IG's points. */
  level: z.optional(z.string()),
  /** Distances of stop and limit from the level, in IG's points. */
  stopDistance: z.optional(z.string()),
  limitDistance: z.optional(z.string()),
  dealIds: z.optional(z.array(z.string())),
  /** What the user can do about the event, or more details. */
  details: z.optional(z.array(z.string())),
  /** Only in a summary: the number of events by type, and the sentences of the first events. */
  counts: z.optional(z.record(z.string(), z.number())),
  items: z.optional(z.array(z.string())),
  path: z.string(),
})
export type NotificationData = z.infer<typeof NotificationData>

export const NotificationEvent = z.object({
  /** The event's ID. It stays the same if the event is reported again. */
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  type: z.enum(notificationTypes),
  userId: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
  data: NotificationData,
})
export type NotificationEvent = z.infer<typeof NotificationEvent>

/** The body of a signed webhook, as Standard Webhooks 1.0.0 specifies it. */
export const WebhookBody = z.object({
  type: z.enum(notificationTypes),
  timestamp: z.iso.datetime(),
  data: z.object({ ...NotificationData.shape, path: z.optional(z.string()), url: z.string() }),
})
export type WebhookBody = z.infer<typeof WebhookBody>

const Level = z.enum(notificationLevels)
const levelsByKind = z.partialRecord(z.enum(channelKinds), Level)
const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 22:00'))

export const NotificationPreferences = z.object({
  /** Only the levels that differ from the defaults. */
  levels: z.partialRecord(
    z.enum(Object.keys(choosableNotifications) as ChoosableNotification[]),
    levelsByKind,
  ),
  /** Quiet notifications wait until the end of these hours. */
  quietHours: z.nullable(z.object({ from: timeOfDay, to: timeOfDay })),
  summaryAt: timeOfDay,
  /** An IANA time zone, such as Europe/London. */
  zone: z.string().check(
    z.maxLength(60),
    z.refine((zone) => isZone(zone), 'Must be a time zone, such as Europe/London'),
  ),
  /** Whether a lock screen may show sizes and prices. */
  pushDetails: z.boolean(),
})
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

export const usualPreferences: NotificationPreferences = {
  levels: {},
  quietHours: null,
  summaryAt: '21:30',
  zone: 'Europe/London',
  pushDetails: false,
}

const instant = z.nullable(z.iso.datetime())

export const NotificationChannel = z.object({
  id: z.string(),
  kind: z.enum(channelKinds),
  /** The channel's address, masked if it works like a password, such as "hooks.slack.com ••••". */
  address: z.string(),
  /** Why the channel was switched off; null if it is on. */
  offReason: z.nullable(z.string()),
  lastDeliveredAt: instant,
  lastError: z.nullable(z.object({ at: z.iso.datetime(), text: z.string() })),
  /** Number of waiting notifications. They wait for the daily summary, the end of quiet hours, or the next attempt. */
  waiting: z.object({ summary: z.number(), quietHours: z.number(), retry: z.number() }),
  /** Number of notifications that were sent again because the first message may not have arrived. */
  repeated: z.number(),
  /** Number of notifications that were dropped after three days. */
  dropped: z.number(),
})
export type NotificationChannel = z.infer<typeof NotificationChannel>

export const NotificationSettings = z.object({
  preferences: NotificationPreferences,
  channels: z.array(NotificationChannel),
  offersTelegram: z.boolean(),
  /** A Telegram chat that sent the linking code and that the user has not confirmed yet. */
  telegramPending: z.nullable(z.object({ chat: z.string() })),
  /** VAPID's public key in base64url. */
  pushKey: z.string(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

export const ChannelNamed = z.object({ id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)) })

/** A channel to connect: an address from the user, or a push subscription of the user's browser. */
export const ChannelConnected = z.object({
  kind: z.enum(['discord', 'slack', 'webhook', 'push'], 'Please select a channel'),
  address: z.string('Please enter an address').check(z.trim(), z.minLength(1), z.maxLength(2_000)),
  /** Only for push: the browser's keys in base64url, and the device's name. */
  p256dh: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{80,100}={0,2}$/))),
  auth: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{20,30}={0,2}$/))),
  device: z.optional(z.string().check(z.maxLength(60))),
})
export type ChannelConnected = z.infer<typeof ChannelConnected>
