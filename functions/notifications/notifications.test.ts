import type { SQSEvent } from 'aws-lambda'
import { beforeEach, describe, expect, it } from 'vitest'
import type { NotificationType } from '../../shared/notifications/notification-types.ts'
import type {
  NotificationEvent,
  NotificationPreferences,
} from '../../shared/notifications/notifications.schema.ts'
import { usualPreferences } from '../../shared/notifications/notifications.schema.ts'
import { manualClock } from '../../infra/dev/testing/manual-clock.ts'
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import { consumeNotifications } from './consume-notifications.ts'
import { flushChannel } from './flush-channel.ts'
import { listDue, notificationStore, savePreferences } from './notification-store.ts'
import type { NotificationMessage } from './notifications-queue.ts'
import type { Delivered, NotificationPorts } from './ports.ts'
import type { Message } from './render/message.ts'
import { spreadEvent } from './spread-event.ts'
import { nextTime } from '../../shared/platform/zone.ts'
import { quietUntil } from './time-of-day.ts'

useEmbeddedDynamoDb()

const noon = Date.UTC(2026, 10, 23, 12)
const minute = 60_000
const hour = 60 * minute
const never = Number.MAX_SAFE_INTEGER

let users = 0
let userId = ''
beforeEach(() => {
  userId = `user-${(users += 1)}`
})

const anEvent = (id: string, type: NotificationType = 'order.rejected', at = noon): NotificationEvent => ({
  id,
  type,
  userId,
  at,
  data: { sentence: `Sentence of ${id}`, market: 'LSE:VOD', mode: 'DEMO', path: '/dashboard/logs' },
})

/** Creates a notifier whose receivers respond as the test requires. */
const notifier = (
  answer: (message: Message, channel: string) => Delivered | Promise<Delivered> = () => ({
    kind: 'delivered',
  }),
) => {
  const clock = manualClock(noon)
  const sent: { channel: string; ids: string[]; loud: boolean; isRepeated: boolean; at: number }[] = []
  const checks: string[] = []
  const events: { event: NotificationEvent; except: string | undefined }[] = []
  const ports: NotificationPorts = {
    clock,
    store: notificationStore,
    origin: 'https://signals.example.com',
    queue: {
      sendEvents: async (all, to) => {
        for (const event of all) events.push({ event, except: to?.except })
      },
      sendCheck: async (_, channel, why) => void checks.push(`${channel} ${why}`),
    },
    deliver: async (_, { id }, message) => {
      const result = await answer(message, id)
      const ids = message.events.map((each) => each.id)
      if (result.kind === 'delivered')
        sent.push({ channel: id, ids, loud: message.loud, isRepeated: message.isRepeated, at: clock.now() })
      return result
    },
  }
  const notify = async (...all: NotificationEvent[]) => {
    for (const event of all) await spreadEvent(ports, event)
  }
  const flush = (channel = 'mail') => flushChannel(ports, userId, channel, never)
  const state = async (channel = 'mail') => notificationStore.getChannel(userId, channel)
  return { ports, clock, sent, looks: checks, events, tell: notify, flush, state }
}

const prefer = (preferences: Partial<NotificationPreferences>) =>
  savePreferences(userId, { ...usualPreferences, ...preferences })

describe('an event', () => {
  it('is sent to each of its user’s channels that is turned on and selected for it', async () => {
    await notificationStore.updateChannel(userId, 'slack', { address: 'hooks.slack.com' })
    await notificationStore.updateChannel(userId, 'discord', {
      address: 'discord.com',
      offReason: 'the server returned 404',
    })
    await notificationStore.updateChannel(userId, 'webhook', { address: 'example.com' })
    await prefer({ levels: { 'order.rejected': { webhook: 'off' } } })
    const { tell, looks } = notifier()
    await tell(anEvent('a'))
    expect(looks.sort()).toEqual(['mail a', 'slack a'])
  })

  it('is sent only once, even if it is queued several times', async () => {
    const { tell, flush, sent, clock } = notifier()
    await tell(anEvent('a'), anEvent('a'))
    await flush()
    clock.pass(6 * minute)
    await tell(anEvent('a'))
    await flush()
    expect(sent.map(({ ids }) => ids)).toEqual([['a']])
  })

  it('is always sent by email if it is about the account', async () => {
    await prefer({ levels: { 'account.changed': { mail: 'off' } } })
    const { tell, looks } = notifier()
    await tell(anEvent('a', 'account.changed'))
    expect(looks).toEqual(['mail a'])
  })
})

describe('a burst of events', () => {
  it('is sent as one message', async () => {
    const { tell, flush, sent } = notifier()
    const ids = Array.from({ length: 30 }, (_, index) => `e${String(index).padStart(2, '0')}`)
    await tell(...ids.map((id) => anEvent(id)))
    await flush()
    expect(sent.map((each) => each.ids)).toEqual([ids])
  })

  it('is sent to a webhook as one request per event, in order', async () => {
    await notificationStore.updateChannel(userId, 'webhook', { address: 'example.com' })
    const { tell, flush, sent } = notifier()
    await tell(anEvent('a'), anEvent('b'), anEvent('c'))
    await flush('webhook')
    expect(sent.map(({ ids }) => ids)).toEqual([['a'], ['b'], ['c']])
  })
})

describe('quiet hours', () => {
  it('delay quiet events but not loud ones, and release the delayed events as one message', async () => {
    await prefer({ quietHours: { from: '11:00', to: '13:30' }, zone: 'UTC' })
    const { tell, flush, sent, clock } = notifier()
    await tell(anEvent('q1', 'order.placed'), anEvent('loud'), anEvent('q2', 'order.placed'))
    await flush()
    expect(sent).toMatchObject([{ ids: ['loud'], loud: true }])
    expect((await listDue(noon + 2 * hour)).filter((each) => each.userId === userId)).toMatchObject([
      { channel: 'mail', dueAt: noon + 1.5 * hour },
    ])
    clock.pass(1.5 * hour)
    await flush()
    expect(sent[1]).toMatchObject({ ids: ['q1', 'q2'], loud: false })
    expect((await listDue(never)).filter((each) => each.userId === userId)).toEqual([])
  })

  it('end at the chosen time in the user’s zone, even if midnight or a clock change is in between', () => {
    const hours = { ...usualPreferences, quietHours: { from: '22:00', to: '07:00' }, zone: 'Europe/London' }
    const at = (text: string) => new Date(text).getTime()
    expect(quietUntil(at('2026-11-23T23:00Z'), hours)).toBe(at('2026-11-24T07:00Z'))
    expect(quietUntil(at('2026-11-24T06:59Z'), hours)).toBe(at('2026-11-24T07:00Z'))
    expect(quietUntil(at('2026-11-24T07:00Z'), hours)).toBeNull()
    expect(quietUntil(at('2026-10-24T22:30Z'), hours)).toBe(at('2026-10-25T07:00Z'))
    expect(nextTime(at('2026-07-01T20:31Z'), '21:30', 'Europe/London')).toBe(at('2026-07-02T20:30Z'))
  })
})

describe('the daily summary', () => {
  it('is sent once a day with the number of events of each type', async () => {
    await prefer({ zone: 'UTC', summaryAt: '21:30' })
    const messages: Message[] = []
    const { tell, flush, sent, clock } = notifier((message) => {
      messages.push(message)
      return { kind: 'delivered' }
    })
    await tell(anEvent('a', 'alert.refused'), anEvent('b', 'alert.refused'))
    await flush()
    expect(sent).toEqual([])
    clock.pass(9.5 * hour)
    await flush()
    expect(messages.map(({ events }) => events.map(({ type, data }) => [type, data.sentence]))).toEqual([
      [['summary.daily', '2 × Alert refused']],
    ])
    expect(messages[0]?.events[0]?.data.items).toHaveLength(2)
    clock.pass(24 * hour)
    await flush()
    expect(messages).toHaveLength(1)
  })
})

describe('a channel that fails', () => {
  const failing: Delivered = { kind: 'failed', why: 'the server returned 500', mayHaveArrived: false }

  it('is retried after 5 s, 30 s and 2 min and then each hour, and gets all waiting events in one message', async () => {
    let isDown = true
    const { tell, flush, sent, clock, state } = notifier(() => (isDown ? failing : { kind: 'delivered' }))
    await tell(anEvent('a'))
    const waits: (number | null)[] = []
    for (let tries = 0; tries < 4; tries += 1) {
      waits.push(await flush())
      clock.pass(((await state())?.notBefore ?? 0) - clock.now())
    }
    expect(waits).toEqual([5_000, 30_000, 120_000, null])
    expect(await state()).toMatchObject({ failures: 4, lastError: { text: 'the server returned 500' } })
    await tell(anEvent('b', 'order.rejected', clock.now()))
    isDown = false
    clock.pass(1)
    await flush()
    expect(sent.map(({ ids }) => ids)).toEqual([['a', 'b']])
    expect(await state()).toMatchObject({ failures: 0, dueAt: null, lastDeliveredAt: clock.now() })
  })

  it('is not retried before the time that it requests', async () => {
    const { tell, flush, clock } = notifier(() => ({ ...failing, retryAfter: 77_000 }))
    await tell(anEvent('a'))
    expect(await flush()).toBe(77_000)
    clock.pass(70_000)
    expect(await flush()).toBe(7_000)
  })

  it('drops a notification after three days and counts it', async () => {
    const { tell, flush, clock, state } = notifier(() => failing)
    await tell(anEvent('a'))
    await flush()
    clock.pass(3 * 24 * hour + 1)
    await flush()
    expect(await state()).toMatchObject({ dropped: 1 })
    expect(await notificationStore.listWaiting(userId, 'mail', never, 10)).toEqual([])
  })

  it('gets a message again if it did not respond, and the repetition is marked and counted', async () => {
    let answers = false
    const { tell, flush, sent, clock, state } = notifier(() =>
      answers ? { kind: 'delivered' } : { ...failing, mayHaveArrived: true },
    )
    await tell(anEvent('a'))
    await flush()
    answers = true
    clock.pass(5_000)
    await flush()
    expect(sent).toMatchObject([{ ids: ['a'], isRepeated: true }])
    expect(await state()).toMatchObject({ repeated: 1 })
  })
})

describe('a channel with an invalid address', () => {
  it('is turned off, loses its waiting events, and is reported on the other channels', async () => {
    await notificationStore.updateChannel(userId, 'slack', { address: 'hooks.slack.com ••••' })
    const { tell, flush, events, state } = notifier((_, channel) =>
      channel === 'slack' ? { kind: 'gone', why: 'the server returned 410' } : { kind: 'delivered' },
    )
    await tell(anEvent('a'), anEvent('b', 'alert.refused'))
    await flush('slack')
    expect(await state('slack')).toMatchObject({
      offReason: 'the server returned 410',
      dropped: 2,
      dueAt: null,
    })
    expect(events).toMatchObject([
      {
        except: 'slack',
        event: {
          type: 'channel.off',
          data: { sentence: 'Slack (hooks.slack.com ••••) was turned off: the server returned 410' },
        },
      },
    ])
    await tell(anEvent('c'))
    expect(await notificationStore.listWaiting(userId, 'slack', never, 10)).toEqual([])
  })
})

describe('two runs on one channel', () => {
  it('do not send an event twice', async () => {
    let other: number | null = null
    const one = notifier(async () => {
      other = await one.flush()
      return { kind: 'delivered' }
    })
    await one.tell(anEvent('a'))
    await one.flush()
    expect(other).toBeGreaterThan(0)
    await one.flush()
    expect(one.sent.map(({ ids }) => ids)).toEqual([['a']])
  })
})

describe('the queue of notifications', () => {
  const consume = async (
    ports: NotificationPorts,
    group: string,
    messages: readonly NotificationMessage[],
  ) => {
    const retried: [string, number][] = []
    const retryIn = async (receiptHandle: string, seconds: number) =>
      void retried.push([receiptHandle, seconds])
    const Records = messages.map((message, index) => ({
      messageId: `m${index}`,
      receiptHandle: `r${index}`,
      body: JSON.stringify(message),
      attributes: { MessageGroupId: group },
    }))
    const { batchItemFailures } = await consumeNotifications(() => ports, retryIn)(
      { Records } as unknown as SQSEvent,
      { getRemainingTimeInMillis: () => 60_000 },
    )
    return { retried, redelivered: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) }
  }

  it('redelivers only one check of a channel that requests a pause, however many checks were queued', async () => {
    const { tell, ports } = notifier(() => ({
      kind: 'failed',
      why: 'the server returned 429',
      mayHaveArrived: false,
      retryAfter: 20_000,
    }))
    await tell(anEvent('a'), anEvent('b'), anEvent('c'))
    const check = { what: 'look', userId, channel: 'mail' } as const
    expect(await consume(ports, `${userId}-mail`, [check, check, check])).toEqual({
      retried: [['r0', 20]],
      redelivered: ['m0'],
    })
  })

  it('redelivers a failed event after 5 s together with all later events, so that they stay in order', async () => {
    const { ports } = notifier()
    let reads = 0
    const store = {
      ...notificationStore,
      readUser: async () => {
        reads += 1
        if (reads === 2) throw new Error('DynamoDB is down')
        return null
      },
    }
    const events = ['a', 'b', 'c'].map((id) => ({ what: 'event', event: anEvent(id) }) as const)
    expect(await consume({ ...ports, store } as NotificationPorts, userId, events)).toEqual({
      retried: [
        ['r1', 5],
        ['r2', 5],
      ],
      redelivered: ['m1', 'm2'],
    })
  })
})
