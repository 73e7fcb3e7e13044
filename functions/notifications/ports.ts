import type {
  NotificationEvent,
  NotificationPreferences,
} from '../../shared/notifications/notifications.schema.ts'
import type { ChannelKind, NotificationLevel } from '../../shared/notifications/notification-types.ts'
import type { Instant } from '../../shared/platform/units.ts'
import type { Message } from './render/message.ts'

/** The state of a user's channel, without its address. */
export type ChannelState = {
  readonly id: string
  readonly kind: ChannelKind
  /** The channel's masked address. */
  readonly address: string
  readonly offReason: string | null
  readonly lastDeliveredAt: Instant | null
  readonly lastError: { readonly at: Instant; readonly text: string } | null
  readonly failures: number
  /** No try is made before this time. */
  readonly notBefore: Instant | null
  readonly repeated: number
  readonly dropped: number
  /** When it must be checked, because something waits. */
  readonly dueAt: Instant | null
  /** Messages that a run is sending, or sent without an answer, so that they may have arrived. */
  readonly sending: { readonly ids: readonly string[]; readonly until: Instant } | null
  /** Keys of rows that were delivered and are not yet deleted. */
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
  /** Changes parts of a channel's state, and creates it if it does not exist. */
  updateChannel(userId: string, channel: string, change: ChannelChange): Promise<void>
  /**
   * Locks the channel for sending.
   * @param repeated number of messages that may have arrived before
   * @returns false if another run is sending
   */
  beginSending(
    userId: string,
    channel: string,
    sending: Sending,
    repeated: number,
    now: Instant,
  ): Promise<boolean>
  /** Moves `dueAt` forward to this time if it is later. */
  noteDue(userId: string, channel: string, at: Instant): Promise<void>
  /** Replaces the time of the next check, unless something arrived since `seen` was read. */
  settleDue(userId: string, channel: string, seen: Instant | null, next: Instant | null): Promise<void>
  /**
   * Stores that an event must be reported from a time on; an earlier such time applies.
   * @returns that time; null if the event was already reported
   */
  noteEvent(userId: string, channel: string, eventId: string, from: Instant): Promise<Instant | null>
  /** Finds which of these events were already reported. */
  findSent(userId: string, channel: string, eventIds: readonly string[]): Promise<ReadonlySet<string>>
  noteSent(userId: string, channel: string, eventIds: readonly string[], now: Instant): Promise<void>
  /** @param from when it may leave. Together with the event's ID it names the row, so that the same event is the same row */
  putWaiting(
    userId: string,
    channel: string,
    from: Instant,
    waiting: Omit<WaitingNotification, 'key'>,
  ): Promise<void>
  deleteWaiting(userId: string, keys: readonly string[]): Promise<void>
  /** Lists notifications that may leave by now, oldest first. */
  listWaiting(
    userId: string,
    channel: string,
    until: Instant,
    most: number,
  ): Promise<readonly WaitingNotification[]>
  /** The time at which the next waiting notification may leave; null if none waits. */
  nextWaiting(userId: string, channel: string): Promise<Instant | null>
}

type Sending = NonNullable<ChannelState['sending']>
export type ChannelChange = Partial<Omit<ChannelState, 'id' | 'kind'>> & {
  /** The number to add to the dropped notifications. */
  readonly addDropped?: number
}

/** The result of a message. `gone`: the address will never accept a message again. */
export type Delivered =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'gone'; readonly why: string }
  /** @property mayHaveArrived there was no answer */
  | {
      readonly kind: 'failed'
      readonly why: string
      readonly mayHaveArrived: boolean
      /** Milliseconds to wait, if the receiver requested it. */
      readonly retryAfter?: number
    }

export type NotificationsQueue = {
  /**
   * Queues events for their users' channels.
   * @param only this channel; by default all but `except`
   */
  sendEvents(events: readonly NotificationEvent[], to?: { only?: string; except?: string }): Promise<void>
  /**
   * Queues the check of a channel.
   * @param why two checks with the same value within five minutes are one
   */
  sendCheck(userId: string, channel: string, why: string): Promise<void>
}

export type NotificationPorts = {
  readonly clock: { now(): Instant; sleep(milliseconds: number): Promise<void> }
  readonly store: NotificationStore
  readonly queue: NotificationsQueue
  /** Origin of the dashboard, for links in messages. */
  readonly origin: string
  deliver(userId: string, channel: ChannelState, message: Message): Promise<Delivered>
}
