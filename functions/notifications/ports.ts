import type {
  NotificationEvent,
  NotificationPreferences,
} from '../../shared/notifications/notifications.schema.ts'
import type { ChannelKind, NotificationLevel } from '../../shared/notifications/notification-types.ts'
import type { Instant } from '../../shared/platform/units.ts'
import type { Message } from './render/message.ts'

/** The state of a user's channel. It does not contain the full address, which is stored in the user's secret. */
export type ChannelState = {
  readonly id: string
  readonly kind: ChannelKind
  /** The masked address of the channel. */
  readonly address: string
  readonly offReason: string | null
  readonly lastDeliveredAt: Instant | null
  readonly lastError: { readonly at: Instant; readonly text: string } | null
  readonly failures: number
  /** Nothing is sent before this time. */
  readonly notBefore: Instant | null
  readonly repeated: number
  readonly dropped: number
  /** When the channel must be checked, because a notification waits. */
  readonly dueAt: Instant | null
  /** The events that a run is sending, or has sent without getting a response. They may have arrived. */
  readonly sending: { readonly ids: readonly string[]; readonly until: Instant } | null
  /** Keys of notifications that have been delivered but whose rows are not yet deleted. */
  readonly told: readonly string[]
}

export type WaitingNotification = {
  readonly key: string
  readonly event: NotificationEvent
  readonly level: Exclude<NotificationLevel, 'off'>
}

export type NotificationStore = {
  readUser(userId: string): Promise<{
    readonly preferences: NotificationPreferences
    readonly channels: readonly ChannelState[]
  } | null>
  getChannel(userId: string, channel: string): Promise<ChannelState | null>
  /** Changes parts of a channel's state. Creates the channel if it does not exist. */
  updateChannel(userId: string, channel: string, change: ChannelChange): Promise<void>
  /**
   * Locks the channel for sending.
   * @param sending `repeated` is the number of these events that an earlier message may already have delivered
   * @returns false if another run is sending
   */
  beginSending(
    userId: string,
    channel: string,
    sending: Sending & { readonly repeated: number },
    now: Instant,
  ): Promise<boolean>
  /** Sets the time of the next check, unless an earlier time is already stored. */
  noteDue(userId: string, channel: string, at: Instant): Promise<void>
  /** Replaces the time of the next check if the stored time is still `seen`. */
  settleDue(userId: string, channel: string, seen: Instant | null, next: Instant | null): Promise<void>
  /**
   * Stores the time from which an event may be sent, unless a time is already stored.
   * @returns the stored time; null if the event was already sent
   */
  noteEvent(userId: string, channel: string, eventId: string, from: Instant): Promise<Instant | null>
  /** Finds which of these events were already sent. */
  findSent(userId: string, channel: string, eventIds: readonly string[]): Promise<ReadonlySet<string>>
  noteSent(userId: string, channel: string, eventIds: readonly string[], now: Instant): Promise<void>
  /** @param from when the notification may be sent; this time and the event's ID identify the row */
  putWaiting(
    userId: string,
    channel: string,
    from: Instant,
    waiting: Omit<WaitingNotification, 'key'>,
  ): Promise<void>
  deleteWaiting(userId: string, keys: readonly string[]): Promise<void>
  /** Lists notifications that may be sent by `until`, oldest first. */
  listWaiting(
    userId: string,
    channel: string,
    until: Instant,
    most: number,
  ): Promise<readonly WaitingNotification[]>
  /** Returns when the next waiting notification may be sent; null if none waits. */
  nextWaiting(userId: string, channel: string): Promise<Instant | null>
}

type Sending = NonNullable<ChannelState['sending']>
export type ChannelChange = Partial<Omit<ChannelState, 'id' | 'kind'>> & {
  /** A number to add to the count of dropped notifications. */
  readonly addDropped?: number
}

/** The result of sending a message. `gone` means that the address will never accept a message again. */
export type Delivered =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'gone'; readonly why: string }
  /** @property mayHaveArrived whether there was no response, so that the message may have arrived */
  | {
      readonly kind: 'failed'
      readonly why: string
      readonly mayHaveArrived: boolean
      /** Milliseconds to wait, if the receiver requests a pause. */
      readonly retryAfter?: number
    }

export type NotificationsQueue = {
  /**
   * Queues events for the channels of their users.
   * @param to `only` one channel, or all channels `except` one; by default all
   */
  sendEvents(events: readonly NotificationEvent[], to?: { only?: string; except?: string }): Promise<void>
  /**
   * Queues a check of a channel.
   * @param why two checks with the same value within five minutes count as one
   */
  sendCheck(userId: string, channel: string, why: string): Promise<void>
}

export type NotificationPorts = {
  readonly clock: { now(): Instant; sleep(milliseconds: number): Promise<void> }
  readonly store: NotificationStore
  readonly queue: NotificationsQueue
  /** The origin of the dashboard, for links in messages. */
  readonly origin: string
  deliver(userId: string, channel: ChannelState, message: Message): Promise<Delivered>
}
