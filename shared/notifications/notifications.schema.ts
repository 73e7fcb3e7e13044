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
 * What happened, as data: the user's log, every channel and the signed webhook are made from it. It contains no secret and
 * no account number, since a webhook's body is exactly this without the user.
 */
const NotificationData = z.object({
  /** What a trader reads: "Refused: open positions — 3 positions open; your limit is 3". */
  sentence: z.string(),
  mode: z.optional(Mode),
  /** ID of the alert that caused the event. */
  alertId: z.optional(z.string()),
  action: z.optional(z.string()),
  market: z.optional(z.string()),
  /** What the broker calls the instrument. */
  name: z.optional(z.string()),
  strategy: z.optional(z.string()),
  outcome: z.optional(z.string()),
  direction: z.optional(z.enum(['BUY', 'SELL'])),
  /** In units of the account's currency a point, or contracts. */
  size: z.optional(z.string()),
  /** In IG's points. */
  level: z.optional(z.string()),
  /** Distances from the level, in IG's points. */
  stopDistance: z.optional(z.string()),
  limitDistance: z.optional(z.string()),
  dealIds: z.optional(z.array(z.string())),
  /** What to do about it, or what more there is to know. */
  details: z.optional(z.array(z.string())),
  /** Of a summary: how many of each type, and what the first of them said. */
  counts: z.optional(z.record(z.string(), z.number())),
  items: z.optional(z.array(z.string())),
  /** A page of the dashboard, from its origin on. */
  path: z.string(),
})
export type NotificationData = z.infer<typeof NotificationData>

export const NotificationEvent = z.object({
  /** Stays the same if the event is reported again. */
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  type: z.enum(notificationTypes),
  userId: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
  data: NotificationData,
})
export type NotificationEvent = z.infer<typeof NotificationEvent>

/** The body of a signed webhook, as Standard Webhooks 1.0.0 has it. */
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
  /** What is quiet waits until they end. */
  quietHours: z.nullable(z.object({ from: timeOfDay, to: timeOfDay })),
  summaryAt: timeOfDay,
  /** An IANA zone, e.g. Europe/London. */
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

/** One way to reach a user, and how it is. */
export const NotificationChannel = z.object({
  id: z.string(),
  kind: z.enum(channelKinds),
  /** If it leads, masked if it is as good as a password: "hooks.slack.com ••••". */
  address: z.string(),
  /** Why it was switched off; null: it is on. */
  offReason: z.nullable(z.string()),
  lastDeliveredAt: instant,
  lastError: z.nullable(z.object({ at: z.iso.datetime(), text: z.string() })),
  /** Notifications that wait, by what each waits for: the daily summary, the end of quiet hours, or the next attempt. */
  waiting: z.object({ summary: z.number(), quietHours: z.number(), retry: z.number() }),
  /** Told again because it was not known whether the first message arrived. */
  repeated: z.number(),
  /** Given up after three days. */
  dropped: z.number(),
})
export type NotificationChannel = z.infer<typeof NotificationChannel>

export const NotificationSettings = z.object({
  preferences: NotificationPreferences,
  channels: z.array(NotificationChannel),
  /** Whether this deployment has a bot. */
  offersTelegram: z.boolean(),
  /** A chat that sent the linking code, and waits for the user's word here. */
  telegramPending: z.nullable(z.object({ chat: z.string() })),
  /** VAPID's public key, in base64url. */
  pushKey: z.string(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

export const ChannelNamed = z.object({ id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)) })

/** An address that the user gives, or the push subscription that their browser made. */
export const ChannelConnected = z.object({
  kind: z.enum(['discord', 'slack', 'webhook', 'push'], 'Please select a channel'),
  address: z.string('Please enter an address').check(z.trim(), z.minLength(1), z.maxLength(2_000)),
  /** Of push: the browser's keys in base64url, and what the device is called. */
  p256dh: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{80,100}={0,2}$/))),
  auth: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{20,30}={0,2}$/))),
  device: z.optional(z.string().check(z.maxLength(60))),
})
export type ChannelConnected = z.infer<typeof ChannelConnected>
