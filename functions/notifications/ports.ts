import type {
  NotificationEvent,
  NotificationPreferences,
} from '../../shared/notifications/notifications.schema.ts'
import type { ChannelKind, NotificationLevel } from '../../shared/notifications/notification-types.ts'
import type { Instant } from '../../shared/platform/units.ts'
import type { Message } from './render/message.ts'

/** How a channel of a user is, apart from where it leads. */
export type ChannelState = {
  readonly id: string
  readonly kind: ChannelKind
  /** The channel's address, masked. */
  readonly address: string
  readonly offReason: string | null
  readonly lastDeliveredAt: Instant | null
  readonly lastError: { readonly at: Instant; readonly text: string } | null
  readonly failures: number
  /** Nothing is tried before. */
  readonly notBefore: Instant | null
  readonly repeated: number
  readonly dropped: number
  /** When someone should check it: something waits. */
  readonly dueAt: Instant | null
  /** What a run is sending, or sent without an answer: it may have arrived. */
  readonly sending: { readonly ids: readonly string[]; readonly until: Instant } | null
  /** Delivered, and not yet taken off the waiting ones: keys of their rows. */
  readonly told: readonly string[]
}

/** A notification that waits for its channel. */
export type WaitingNotification = {
  /** The row's key. */
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
  /** Changes some of a channel's state, and makes it if there is none yet. */
  updateChannel(userId: string, channel: string, change: ChannelChange): Promise<void>
  /**
   * Begins to send, unless another run is at it.
   * @param repeated number of messages that may have arrived before
   * @returns false if another run is at it
   */
  beginSending(
    userId: string,
    channel: string,
    sending: Sending,
    repeated: number,
    now: Instant,
  ): Promise<boolean>
  /** Lets `dueAt` be no later than this. */
  noteDue(userId: string, channel: string, at: Instant): Promise<void>
  /** Puts the time for the next look in place of the one that was seen, unless something came meanwhile. */
  settleDue(userId: string, channel: string, seen: Instant | null, next: Instant | null): Promise<void>
  /**
   * Notes that an event must be reported, from an instant on; if it was noted before, that one's holds.
   * @returns that instant; null if it was reported already
   */
  noteEvent(userId: string, channel: string, eventId: string, from: Instant): Promise<Instant | null>
  /** Which of these events were reported already. */
  findSent(userId: string, channel: string, eventIds: readonly string[]): Promise<ReadonlySet<string>>
  noteSent(userId: string, channel: string, eventIds: readonly string[], now: Instant): Promise<void>
  /** @param from when it may leave: with the event's id it names the row, so that the same event is the same row */
  putWaiting(
    userId: string,
    channel: string,
    from: Instant,
    waiting: Omit<WaitingNotification, 'key'>,
  ): Promise<void>
  deleteWaiting(userId: string, keys: readonly string[]): Promise<void>
  /** Those that may leave by now, oldest first. */
  listWaiting(
    userId: string,
    channel: string,
    until: Instant,
    most: number,
  ): Promise<readonly WaitingNotification[]>
  /** When the first of those may leave that wait still; null: none does. */
  nextWaiting(userId: string, channel: string): Promise<Instant | null>
}

type Sending = NonNullable<ChannelState['sending']>
export type ChannelChange = Partial<Omit<ChannelState, 'id' | 'kind'>> & {
  /** Counted up by this many. */
  readonly addDropped?: number
}

/** What came of a message: gone means that the address will never take one again. */
export type Delivered =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'gone'; readonly why: string }
  /** @property mayHaveArrived there was no answer */
  | {
      readonly kind: 'failed'
      readonly why: string
      readonly mayHaveArrived: boolean
      /** Milliseconds to wait, if the other side reported it. */
      readonly retryAfter?: number
    }

export type NotificationsQueue = {
  /** Has events spread over their users' channels. @param only this channel; all but `except` otherwise */
  sendEvents(events: readonly NotificationEvent[], to?: { only?: string; except?: string }): Promise<void>
  /** Has a channel checked. @param why two with the same one within five minutes are one */
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
