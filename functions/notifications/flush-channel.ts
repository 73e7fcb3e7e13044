import { countTypes, countsInWords, titleOf } from '../../shared/notifications/notification-words.ts'
import { type NotificationEvent, usualPreferences } from '../../shared/notifications/notifications.schema.ts'
import type { Instant } from '../../shared/platform/units.ts'
import type { ChannelState, Delivered, NotificationPorts, WaitingNotification } from './ports.ts'

/** Milliseconds before the next attempt, by the number of failures. After more failures the pause is one hour. */
const pauses = [5_000, 30_000, 120_000] as const
const hour = 3_600_000
/** How long a notification may stay undelivered before it is dropped. */
const longestWait = 3 * 24 * hour
/** Milliseconds for which a run locks a channel, longer than the delivery of a message takes. */
const sendingTime = 60_000
/** Maximum number of rows per read. It is large, because a summary may contain a whole day's refusals. */
const mostRead = 500
/** Maximum number of notifications in one message. */
const mostFolded = 50
/** Milliseconds between two messages to a channel, because chats accept one message per second. */
const between = 1_000

/**
 * Sends everything that waits for a channel in as few messages as possible. It then records the delivery in the
 * channel's row, and removes the rows of the sent events, which can safely be repeated. If a run ends after it has sent
 * a message but before it has recorded that, the message is sent again, marked as possibly repeated, and counted.
 * @returns milliseconds after which the channel must be flushed again; null if a new event or the scheduled check will
 * flush it
 */
export const flushChannel = async (
  ports: NotificationPorts,
  userId: string,
  channel: string,
  until: Instant,
): Promise<number | null> => {
  const { clock, store } = ports
  for (let isFirst = true; ; isFirst = false) {
    const state = await store.getChannel(userId, channel)
    const now = clock.now()
    if (!state) return null
    if (state.told.length > 0) await takeOff(ports, userId, state)
    if (state.offReason !== null) return dropAll(ports, userId, state)
    if (state.notBefore !== null && state.notBefore > now)
      return waitFor(ports, userId, state, state.notBefore)
    const due = await store.listWaiting(userId, channel, now, mostRead)
    if (due.length === 0) {
      await store.settleDue(userId, channel, state.dueAt, await store.nextWaiting(userId, channel))
      return null
    }
    if (now > until) return 0
    if (!isFirst) await clock.sleep(between)
    const part = partOf(state, due)
    if (await dropSent(ports, userId, state, part)) continue
    const wait = await sendOne(ports, userId, state, part)
    if (wait !== null) return wait
  }
}

/**
 * Selects the notifications for the next message. A webhook gets one event per message, and a summary is always a
 * separate message.
 */
const partOf = ({ kind }: ChannelState, due: readonly WaitingNotification[]) => {
  const now = due.filter(({ level }) => level !== 'summary')
  return now.length > 0 ? now.slice(0, kind === 'webhook' ? 1 : mostFolded) : due
}

/**
 * Removes the rows of events that were already sent. A repeated queue message may have written them again.
 * @returns whether there were such rows
 */
const dropSent = async (
  { store }: NotificationPorts,
  userId: string,
  { id }: ChannelState,
  part: readonly WaitingNotification[],
): Promise<boolean> => {
  const sentBefore = await store.findSent(userId, id, part.map(idOf))
  const keys = part.flatMap((each) => (sentBefore.has(idOf(each)) ? [each.key] : []))
  await store.deleteWaiting(userId, keys)
  return keys.length > 0
}

const idOf = ({ event }: WaitingNotification) => event.id

const sendOne = async (
  ports: NotificationPorts,
  userId: string,
  state: ChannelState,
  part: readonly WaitingNotification[],
): Promise<number | null> => {
  const { clock, store } = ports
  const ids = part.map(idOf)
  const before = new Set(state.sending?.ids)
  const repeated = ids.filter((id) => before.has(id)).length
  const began = clock.now()
  const sending = { ids, until: began + sendingTime, repeated }
  if (!(await store.beginSending(userId, state.id, sending, began)))
    return waitFor(ports, userId, state, (state.sending?.until ?? began) + 1)
  const isSummary = part.every(({ level }) => level === 'summary')
  const { zone, pushDetails } = (await store.readUser(userId))?.preferences ?? usualPreferences
  const result = await ports.deliver(userId, state, {
    events: isSummary ? [summaryOf(part.map(({ event }) => event))] : part.map(({ event }) => event),
    loud: part.some(({ level }) => level === 'loud'),
    isRepeated: repeated > 0,
    origin: ports.origin,
    zone,
    pushDetails: state.kind === 'push' && pushDetails,
  })
  if (result.kind === 'delivered') {
    const sentKeys = part.map(({ key }) => key)
    await store.updateChannel(userId, state.id, {
      told: sentKeys,
      sending: null,
      lastDeliveredAt: clock.now(),
      failures: 0,
      notBefore: null,
    })
    await takeOff(ports, userId, { ...state, told: sentKeys })
    return null
  }
  if (result.kind === 'gone') return switchOff(ports, userId, state, result.why)
  return fail(ports, userId, state, { ...result, part })
}

/** Removes the rows of notifications that were delivered, after the channel has recorded the delivery. */
const takeOff = async ({ store, clock }: NotificationPorts, userId: string, { id, told }: ChannelState) => {
  await store.noteSent(userId, id, told.map(eventIdOf), clock.now())
  await store.deleteWaiting(userId, told)
  await store.updateChannel(userId, id, { told: [] })
}

/** Returns the event's ID, which is the last part of a row's key. */
const eventIdOf = (key: string) => key.split('#').slice(3).join('#')

type Failed = Extract<Delivered, { kind: 'failed' }> & { readonly part: readonly WaitingNotification[] }

const fail = async (
  ports: NotificationPorts,
  userId: string,
  state: ChannelState,
  { part, why, mayHaveArrived, retryAfter }: Failed,
) => {
  const { clock, store } = ports
  const now = clock.now()
  const old = part.filter(({ event }) => now - event.at > longestWait)
  const failures = state.failures + 1
  const notBefore = now + Math.max(retryAfter ?? 0, pauses[failures - 1] ?? hour)
  await store.updateChannel(userId, state.id, {
    failures,
    notBefore,
    lastError: { at: now, text: why },
    sending: mayHaveArrived ? { ids: part.map(idOf), until: 0 } : null,
    addDropped: old.length,
  })
  await store.deleteWaiting(
    userId,
    old.map(({ key }) => key),
  )
  return waitFor(ports, userId, state, notBefore)
}

/** Maximum milliseconds for which the queue delays a message. The scheduled check handles longer waits. */
const longestPause = 150_000

const waitFor = async (
  { clock, store }: NotificationPorts,
  userId: string,
  state: ChannelState,
  at: Instant,
) => {
  await store.settleDue(userId, state.id, state.dueAt, at)
  const wait = at - clock.now()
  return wait <= longestPause ? Math.max(wait, 1_000) : null
}

/** Turns a channel off because its address is permanently invalid. Reports this on every other channel and by email. */
const switchOff = async (ports: NotificationPorts, userId: string, state: ChannelState, why: string) => {
  const { clock, store, queue } = ports
  const now = clock.now()
  await store.updateChannel(userId, state.id, {
    offReason: why,
    sending: null,
    lastError: { at: now, text: why },
  })
  // The ID contains the time of the last delivery, so that a repeated run reports the same event only once.
  const id = `off-${state.id}-${state.lastDeliveredAt ?? 0}`
  const sentence = `${channelInWords(state)} was turned off: ${why}`
  await queue.sendEvents(
    [{ id, type: 'channel.off', userId, at: now, data: { sentence, path: '/dashboard/notifications' } }],
    { except: state.id },
  )
  return dropAll(ports, userId, state)
}

const channelInWords = ({ kind, address }: ChannelState) =>
  `${kind[0]?.toUpperCase()}${kind.slice(1)} (${address})`

const dropAll = async ({ store, clock }: NotificationPorts, userId: string, { id, dueAt }: ChannelState) => {
  for (;;) {
    const left = await store.listWaiting(userId, id, clock.now() + longestWait, mostRead)
    if (left.length === 0) break
    await store.deleteWaiting(
      userId,
      left.map(({ key }) => key),
    )
    await store.updateChannel(userId, id, { addDropped: left.length })
  }
  await store.settleDue(userId, id, dueAt, null)
  return null
}

/** Maximum number of sentences in a summary. */
const summarised = 20

const summaryOf = (events: readonly NotificationEvent[]): NotificationEvent => {
  const counts = countTypes(events)
  const [first] = events as [NotificationEvent]
  const more = events.length - summarised
  return {
    id: `summary-${first.id}`,
    type: 'summary.daily',
    userId: first.userId,
    at: Math.max(...events.map(({ at }) => at)),
    data: {
      sentence: countsInWords(counts),
      counts,
      items: [
        ...events.slice(0, summarised).map((event) => `${titleOf(event)}. ${event.data.sentence}`),
        ...(more > 0 ? [`And ${more} more, all of them in your log.`] : []),
      ],
      path: '/dashboard/logs',
    },
  }
}
