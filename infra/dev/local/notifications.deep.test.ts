import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { NotificationMessage } from '../../../functions/notifications/notifications-queue.ts'
import { type EndedEntry, isEnded } from '../../../shared/logs/is-ended.ts'
import {
  choosableNotifications,
  type ChosenLevels,
  type NotificationType,
} from '../../../shared/notifications/notification-types.ts'
import { titleOf } from '../../../shared/notifications/notification-words.ts'
import {
  type NotificationEvent,
  usualPreferences,
  WebhookBody,
} from '../../../shared/notifications/notifications.schema.ts'
import { CloudUnderTest, until } from '../testing/local-cloud.ts'
import { PastClock } from '../testing/past-clock.ts'
import { sendBpAlert } from '../testing/webhook.ts'
import { ApiClient } from '../../api-client.ts'
import type { Mail } from './mails.ts'
import type { Received } from './receivers.ts'
import { demoUser, settingsOf } from './seed.ts'
import { localAccess } from './template.ts'

/**
 * The tests in this file check every kind of notification on every channel over HTTP, from the alert to the message.
 */

const clock = new PastClock(Date.now() - 7 * 86_400_000)
let cloud: CloudUnderTest
let client: ApiClient
let secret: string
let signingSecret: string
let device: string
let number = 0

const kinds = ['mail', 'push', 'telegram', 'discord', 'slack', 'webhook'] as const
const hosts = { discord: 'discord.com', slack: 'hooks.slack.com', webhook: 'hooks.example.com' } as const

const readNotifications = async (path = '', method: 'GET' | 'POST' = 'GET') =>
  (await fetch(`${cloud.origin}/_local/notices${path}`, { method })).json()
const received = async () => (await readNotifications()) as Received[]
const mails = async () => (await (await fetch(`${cloud.origin}/_local/mails`)).json()) as Mail[]

/** Levels that send every event immediately, so that no test has to wait for the summary at the end of a day. */
const allLoud = Object.fromEntries(
  Object.keys(choosableNotifications).map((type) => [
    type,
    Object.fromEntries(kinds.map((kind) => [kind, 'loud'])),
  ]),
) as ChosenLevels

beforeAll(async () => {
  cloud = await CloudUnderTest.start(clock.environment)
  await logIn()
  secret = (await client.call('getSettings', {})).demoWebhookSecret
  await client.call('connectChannel', { kind: 'discord', address: 'https://discord.com/api/webhooks/1/a' })
  await client.call('connectChannel', { kind: 'slack', address: 'https://hooks.slack.com/services/T/B/x' })
  const webhook = await client.call('connectChannel', {
    kind: 'webhook',
    address: 'https://hooks.example.com/in',
  })
  signingSecret = webhook.secret ?? ''
  const made = (await readNotifications('/device', 'POST')) as {
    endpoint: string
    p256dh: string
    auth: string
  }
  const { endpoint, p256dh, auth } = made
  await client.call('connectChannel', { kind: 'push', address: endpoint, p256dh, auth, device: 'A phone' })
  device = new URL(endpoint).pathname
  const { code } = await client.call('linkTelegram', {})
  for (const text of [`/start ${code}`, '/yes'])
    await readNotifications(`/telegram/${encodeURIComponent(text)}`, 'POST')
  await client.call('confirmTelegram', {})
  await client.call('saveNotices', { ...usualPreferences, levels: allLoud })
  await cloud.control(`${cloud.paperOrigin}/_paper/settings`, {
    allowances: { key: 6_000, account: 6_000, trading: 6_000 },
  })
  await saveSettings({})
})
afterAll(async () => {
  await cloud?.stop()
  clock.remove()
})
afterEach(async () => {
  vi.useRealTimers()
  await fetch(`${cloud.paperOrigin}/_paper/faults`, { method: 'DELETE' })
  await client.call('saveNotices', { ...usualPreferences, levels: allLoud })
})

const logIn = async () => {
  client = new ApiClient(cloud.origin)
  await client.call('login', demoUser)
}

const saveSettings = async (change: Partial<Parameters<typeof client.call<'updateSettings'>>[1]>) => {
  await client.call('updateSettings', {
    ...(await settingsOf(client)),
    maximumOpenPositions: 100,
    maximumOpenPositionsAndPendingOrders: 100,
    maximumAlertAgeInSeconds: 3_600,
    preventDuplicatePositionsForInstrument: false,
    orderType: 'LIMIT',
    ...change,
  })
}

const quote = (bid: number) =>
  cloud.control(`${cloud.paperOrigin}/_paper/market/KA.D.BP.DAILY.IP`, {
    bid,
    offer: bid + 1,
    marketStatus: 'TRADEABLE',
  })

const send = async (fields: Record<string, unknown> = {}): Promise<string> => {
  number += 1
  return sendBpAlert(cloud.origin, {
    secret,
    price: String(418 + (number % 26) * 0.5),
    time: new Date(clock.now()).toISOString(),
    id: `n-${number}`,
    ...fields,
  })
}

const outcomesOf = (alertIds: readonly string[]) =>
  until<readonly EndedEntry[]>(
    async () => {
      const { results } = await client.call('listLogs', { offset: 0, limit: 100, type: 'ALL' })
      const ended = results.filter(isEnded).filter(({ extra }) => alertIds.includes(extra.alertId))
      return ended.length >= alertIds.length && ended
    },
    // An alert may have to wait for IG's allowance of the next minute.
    130,
  )

const post = async (fields: Record<string, unknown> = {}) => {
  const [entry] = await outcomesOf([await send(fields)])
  return entry as EndedEntry
}

/** The title of an event in messages, without market and mode. */
const bareTitle = (type: NotificationType) =>
  titleOf({ type, data: { sentence: '', path: '' } } as unknown as NotificationEvent)

/** The channels on which an event has arrived. */
const channelsReached = async (type: NotificationType): Promise<readonly string[]> => {
  const title = bareTitle(type)
  const all = await received()
  const says = (host: string, read: (body: never) => string) =>
    all.some((each) => each.host === host && read(each.body as never).includes(title))
  const textOn = {
    mail: (await mails()).some(({ subject, text }) =>
      [subject, text].some((part) => part.includes(type === 'account.changed' ? 'account' : title)),
    ),
    push: says('fcm.googleapis.com', ({ title: shown }: { title: string }) => shown),
    telegram: says('api.telegram.org', ({ text }: { text: string }) => text),
    discord: says(hosts.discord, ({ content }: { content: string }) => content.replaceAll('\\', '')),
    slack: says(hosts.slack, ({ blocks }: { blocks: { text: { text: string } }[] }) =>
      blocks.map(({ text }) => text.text).join(),
    ),
    webhook: all.some(({ host, body }) => host === hosts.webhook && (body as WebhookBody).type === type),
  }
  return kinds.filter((kind) => textOn[kind])
}

const reachesEveryChannel = async (type: NotificationType) =>
  (await channelsReached(type)).length === kinds.length

/**
 * Checks that an event has reached every channel.
 * @throws Error with the state of the channels, the queue and the sending Lambda
 */
const expectReached = async (type: NotificationType) => {
  const reached = await channelsReached(type)
  if (reached.length === kinds.length) return
  const { channels } = await client.call('getNotices', {})
  const { sqs, QueueUrl } = await openQueue()
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }))
  const lines = [...cloud.logs()].flatMap(([name, of]) => (name.includes('send-notices') ? of : []))
  const known = { now: new Date(clock.now()), channels, Attributes, lines: lines.slice(-20) }
  expect(reached, `${type}: ${JSON.stringify(known, null, 1)}`).toEqual(kinds)
}

const expectNotified = async (type: NotificationType) => {
  await until(() => reachesEveryChannel(type)).catch(() => expectReached(type))
}

/**
 * Lets minutes pass until an event has reached every channel. The cloud detects events only once a minute, and retries
 * a channel that has failed four times only after an hour.
 */
const expectNotifiedInMinutes = async (type: NotificationType) => {
  await until(async () => {
    // The run of one minute must end before the next minute begins, as in reality.
    if (await until(() => reachesEveryChannel(type), 5).catch(() => false)) return true
    await clock.passMinute(cloud)
    await logIn()
    return false
  }, 500).catch(async (error: unknown) => {
    await expectReached(type)
    throw error
  })
}

const openQueue = async () => {
  const { endpoints, queues } = (await (await fetch(`${cloud.origin}/_local`)).json()) as {
    endpoints: Record<string, string>
    queues: string[]
  }
  const queue = queues.find((name) => /^notices/.test(name) && !/dead/i.test(name))
  const sqs = new SQSClient({
    endpoint: endpoints.AWS_ENDPOINT_URL_SQS ?? '',
    ...localAccess,
  })
  return { sqs, QueueUrl: `${endpoints.AWS_ENDPOINT_URL_SQS}/000000000000/${queue}` }
}

/** Queues an event as the engine does. Used for events that take a quarter of an hour or longer to happen. */
const queueEvent = async (type: NotificationType) => {
  const { id: userId } = await client.call('getMe', {})
  const event: NotificationEvent = {
    id: `queued-${type}`,
    type,
    userId,
    at: clock.now(),
    data: {
      sentence: `The sentence about ${type}`,
      mode: 'DEMO',
      market: 'LSE:BP.',
      path: '/dashboard/logs',
    },
  }
  const { sqs, QueueUrl } = await openQueue()
  await sqs.send(
    new SendMessageCommand({
      QueueUrl,
      MessageBody: JSON.stringify({ what: 'event', event } satisfies NotificationMessage),
      MessageGroupId: userId,
      MessageDeduplicationId: event.id,
    }),
  )
}

describe('notifications on every channel', () => {
  it('arrive when the user sends a test notification to each', async () => {
    for (const { id } of (await client.call('getNotices', {})).channels)
      await client.call('testChannel', { id })
    await expectNotified('channel.test')
  })

  it('report an order that is placed and filled, and the close of its position', async () => {
    await quote(431)
    expect((await post()).extra.outcome).toBe('PLACED')
    await expectNotified('order.placed')
    await quote(400)
    await expectNotifiedInMinutes('order.filled')
    await post({ action: 'CLOSE', price: undefined, atr: undefined })
    await expectNotified('position.changed')
  })

  it('report an order that ended unfilled', async () => {
    await quote(431)
    const { extra } = await post()
    const [dealId = ''] = extra.dealIds ?? []
    await client.call('deleteOrder', { dealId })
    await expectNotifiedInMinutes('order.ended')
  })

  it('report an order that IG rejects', async () => {
    await cloud.control(`${cloud.paperOrigin}/_paper/settings`, { rejectWith: 'INSUFFICIENT_FUNDS' })
    expect((await post()).extra.outcome).toBe('REJECTED')
    await cloud.control(`${cloud.paperOrigin}/_paper/settings`, { rejectWith: null })
    await expectNotified('order.rejected')
  })

  it('report an alert that a rule refuses', async () => {
    await post({ market: 'LSE:NOBODYS' })
    await expectNotified('alert.refused')
  })

  it('report an alert that waits for approval', async () => {
    await saveSettings({ askFirst: true })
    expect((await post()).extra.outcome).toBe('ASKED')
    await saveSettings({ askFirst: false })
    await expectNotified('alert.asked')
  })

  it('report that a strategy is out of sync', async () => {
    await post({
      strategy: 'orb',
      position: 'long',
      prev_position: 'long',
      position_size: '2',
      prev_position_size: '1',
    })
    await expectNotified('strategy.drift')
  })

  it('report that IG is unreachable or rejects the login', async () => {
    const fault = (body: object) => cloud.control(`${cloud.paperOrigin}/_paper/faults`, body)
    await fault({ method: 'GET', path: '/', times: 60, apply: false, respond: { status: 503 } })
    // No user has asked for this market, so nothing about it is cached.
    expect((await post({ market: 'LSE:VOD', price: '72' })).extra.unreadable).toBe('unreachable')
    await expectNotified('alert.unreadable')
    await fetch(`${cloud.paperOrigin}/_paper/faults`, { method: 'DELETE' })
    await fault({
      method: 'POST',
      path: '/session',
      times: 40,
      apply: false,
      respond: { status: 401, body: { errorCode: 'error.security.invalid-details' } },
    })
    await saveSettings({ demoPassword: 'another-password' })
    await post({ market: 'LSE:VOD', price: '72' })
    await expectNotified('credentials.refused')
    await expectNotified('account.changed')
    await fetch(`${cloud.paperOrigin}/_paper/faults`, { method: 'DELETE' })
    await saveSettings({ demoPassword: 'paper' })
  })

  it('report the safety brake and an alert that TradingView is about to stop', async () => {
    await saveSettings({ largestBurst: 4 })
    // The alerts are sent at the same time, so that they share the data read from IG.
    const sent = await Promise.all(Array.from({ length: 14 }, () => send()))
    // The brake counts the orders of the last minute, so all alerts must be decided first.
    await outcomesOf(sent)
    await expectNotifiedInMinutes('trading.braked')
    await expectNotified('alert.stopping')
    await client.call('setTradingPause', { paused: false })
  })

  it.each(['order.review', 'order.corrected', 'strategy.silent', 'strategy.resumed'] as const)(
    'report %s, which takes long to happen',
    async (type) => {
      await queueEvent(type)
      await expectNotified(type)
    },
  )

  it('include a daily summary of the events that are not notified separately', async () => {
    const toldAt = clock.now() + 30 * 60_000
    const summarised = Object.fromEntries(kinds.map((kind) => [kind, 'summary']))
    await client.call('saveNotices', {
      ...usualPreferences,
      zone: 'UTC',
      summaryAt: new Date(toldAt).toISOString().slice(11, 16),
      levels: { ...allLoud, 'alert.refused': summarised } as ChosenLevels,
    })
    await post({ market: 'LSE:NOBODYS' })
    // The summary contains only notifications that are already waiting on the channel when it is sent.
    await until(async () =>
      (await client.call('getNotices', {})).channels.every(
        ({ waiting }) => waiting.summary + waiting.quietHours + waiting.retry > 0,
      ),
    )
    await clock.goTo(toldAt)
    await logIn()
    await expectNotifiedInMinutes('summary.daily')
    await client.call('saveNotices', { ...usualPreferences, levels: allLoud })
  })
})

describe('a notification', () => {
  it('is signed for webhooks with the old and the new secret while the secret is being replaced', async () => {
    const { secret: next } = await client.call('rotateSigningSecret', {})
    await readNotifications('/forget', 'POST')
    await client.call('testChannel', { id: 'webhook' })
    // Messages from previous tests may still arrive.
    const isTest = ({ host, body }: Received) =>
      host === hosts.webhook && (body as { type?: string }).type === 'channel.test'
    const call = await until(async () => (await received()).find(isTest))
    // The library compares the time of the call with the clock.
    vi.useFakeTimers({ toFake: ['Date'], now: clock.now() })
    for (const each of [signingSecret, next])
      expect(new Webhook(each).verify(JSON.stringify(call.body), { ...call.headers })).toMatchObject({
        type: 'channel.test',
      })
    expect(() =>
      new Webhook(signingSecret).verify(JSON.stringify({ ...(call.body as object), type: 'order.placed' }), {
        ...call.headers,
      }),
    ).toThrow()
    vi.useRealTimers()
    expect(WebhookBody.safeParse(call.body).success).toBe(true)
  })

  it('is readable on the user’s device, and shows no amounts on the lock screen', async () => {
    const pushed = (await received()).filter(({ path }) => path === device)
    for (const { body, headers } of pushed) {
      expect(body).toMatchObject({ title: expect.any(String), body: 'Open Signalpost to see more' })
      expect(headers['content-encoding']).toBe('aes128gcm')
    }
    await client.call('testChannel', {
      id: (await client.call('getNotices', {})).channels.find(({ kind }) => kind === 'push')?.id ?? '',
    })
    await until(async () => (await received()).some(({ path }) => path === device))
  })

  it('contains no mark-up from an alert’s comment and mentions no chat members', async () => {
    await readNotifications('/forget', 'POST')
    await post({
      market: 'LSE:NOBODYS',
      strategy: undefined,
      comment: '@everyone <!channel> **bold** [a](https://b)',
    })
    const discord = await until(async () => (await received()).find(({ host }) => host === hosts.discord))
    expect(discord.body).toMatchObject({ allowed_mentions: { parse: [] } })
    const slack = await until(async () => (await received()).find(({ host }) => host === hosts.slack))
    expect(JSON.stringify(slack.body)).not.toContain('<!channel>')
  })
})

describe('a receiver', () => {
  const fault = (host: string, what: string) => readNotifications(`/faults/${host}/${what}`, 'POST')
  const channel = async (id: string) =>
    (await client.call('getNotices', {})).channels.find((each) => each.id === id)

  it('gets the message later if it asks for a pause with status 429', async () => {
    await readNotifications('/forget', 'POST')
    await fault(hosts.discord, '429')
    await client.call('testChannel', { id: 'discord' })
    await until(async () => (await channel('discord'))?.lastError?.text === 'the server returned 429')
    await fault(hosts.discord, 'none')
    await until(async () => (await received()).some(({ host }) => host === hosts.discord))
  })

  it('is reported as failing if it redirects, and the redirect is not followed', async () => {
    await fault(hosts.webhook, 'redirect')
    await client.call('testChannel', { id: 'webhook' })
    const words = 'the server returned 302, and we don’t follow redirects'
    await until(async () => (await channel('webhook'))?.lastError?.text === words)
    await fault(hosts.webhook, 'none')
  })

  it('delays no other channel and no order while it does not respond', async () => {
    await readNotifications('/forget', 'POST')
    await fault(hosts.discord, 'hang')
    const { extra } = await post({ market: 'LSE:NOBODYS' })
    expect(extra.outcome).toBe('REFUSED')
    await until(async () => (await received()).some(({ host }) => host === hosts.slack))
    await until(async () => (await channel('discord'))?.lastError?.text === 'no answer within 5 s')
    await fault(hosts.discord, 'none')
    await until(async () => (await received()).some(({ host }) => host === hosts.discord))
    expect((await channel('discord'))?.repeated).toBeGreaterThan(0)
  })

  it('is switched off if it responds with status 410, and another channel reports it', async () => {
    await fault(hosts.slack, '410')
    await client.call('testChannel', { id: 'slack' })
    await until(async () => (await channel('slack'))?.offReason === 'the server returned 410')
    await until(async () =>
      (await mails()).some(({ subject }) => subject.includes('Notification channel turned off')),
    )
    await fault(hosts.slack, 'none')
    await client.call('testChannel', { id: 'slack' })
    await until(async () => (await channel('slack'))?.offReason === null)
  })
})

describe('an urgent email', () => {
  it('contains a link that pauses trading once, without a session', async () => {
    const mail = (await mails()).findLast(({ subject }) =>
      subject.includes('Notification channel turned off'),
    )
    const token = /auth\/pause#token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const anybody = new ApiClient(cloud.origin)
    await anybody.call('pauseByLink', { token })
    expect((await client.call('getSettings', {})).tradingPause).toMatchObject({ by: 'USER' })
    await client.call('setTradingPause', { paused: false })
    await expect(anybody.call('pauseByLink', { token })).rejects.toMatchObject({ status: 400 })
    expect((await client.call('getSettings', {})).tradingPause).toBeNull()
  })
})

describe('the bot', () => {
  const say = async (text: string) => {
    await readNotifications('/forget', 'POST')
    await readNotifications(`/telegram/${encodeURIComponent(text)}`, 'POST')
    const answer = await until(async () =>
      // Notifications have the field `disable_notification`; the bot’s answers do not.
      (await received()).find(
        ({ host, body }) => host === 'api.telegram.org' && !('disable_notification' in (body as object)),
      ),
    )
    return (answer.body as { text: string }).text
  }

  it('reports the state and pauses trading, but does not resume or trade', async () => {
    expect(await say('/status')).toMatch(/^Account: demo@signalpost.test. Mode: DEMO. Trading is on/)
    expect(await say('/pause')).toBe(
      'Trading is paused for demo@signalpost.test. Resume it in the dashboard.',
    )
    expect((await client.call('getSettings', {})).tradingPause?.reason).toBe('Paused by you, from Telegram')
    for (const word of ['/resume', '/buy', '/close'])
      expect(await say(word)).toBe('You can send /status or /pause.')
    expect((await client.call('getSettings', {})).tradingPause).not.toBeNull()
    await client.call('setTradingPause', { paused: false })
  })

  it('accepts no command from a chat that has been disconnected', async () => {
    await client.call('removeChannel', { id: 'telegram' })
    expect(await say('/pause')).toMatch(/^This chat isn’t linked/)
    expect((await client.call('getSettings', {})).tradingPause).toBeNull()
  })

  it('accepts each code once, and accepts calls from Telegram only', async () => {
    const { code } = await client.call('linkTelegram', {})
    expect(await say(`/start ${code}`)).toMatch(
      /^Link this chat to the Signalpost account demo@signalpost.test\?/,
    )
    expect(await say(code)).toMatch(/^This code is invalid/)
    const { status } = await fetch(`${cloud.origin}/api/v1/telegram-webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: { text: '/pause', chat: { id: 4711, type: 'private' } } }),
    })
    expect(status).toBe(403)
  })
})
