import { buildPushPayload } from '@block65/webcrypto-web-push'
import { env } from '../../shared/platform/env.ts'
import { getUser } from '../accounts/user-store.ts'
import { requireEnv } from '../aws/env.ts'
import { describeError, log } from '../aws/log.ts'
import { pauseLink } from '../mails/pause-link.ts'
import { sendMail } from '../mails/ses.ts'
import { AddressRefused, type Incoming, NoAnswer, sendOutside } from './outgoing/send-outside.ts'
import type { NotificationAddresses } from '../settings/user-secret-store.ts'
import { readAddresses } from './addresses.ts'
import type { ChannelState, Delivered, NotificationPorts } from './ports.ts'
import { readPushKeys } from './push-key.ts'
import { isPushService } from './push-services.ts'
import { renderDiscord } from './render/discord.ts'
import { renderMail } from './render/mail.ts'
import type { Message } from './render/message.ts'
import { renderPush } from './render/push.ts'
import { renderSlack } from './render/slack.ts'
import { renderTelegram } from './render/telegram.ts'
import { renderWebhook } from './render/webhook.ts'
import { signWebhook } from './sign-webhook.ts'
import { callTelegram } from './telegram-bot.ts'

/**
 * Sends one message on one channel. Never throws. Failures are returned as a readable text that does not contain the
 * address.
 */
export const deliver: NotificationPorts['deliver'] = async (userId, channel, message) => {
  try {
    if (channel.kind === 'mail') return await mail(userId, message)
    const addresses = await readAddresses(userId)
    const answer = await post(channel, addresses, message)
    return answer === null ? gone('its address no longer exists') : judge(answer)
  } catch (error) {
    if (error instanceof AddressRefused) return gone(`its address is refused. ${error.message}`)
    const why = describeError(error).message
    log('warn', 'notification not delivered', { userId, channel: channel.id, error: why })
    return { kind: 'failed', why, mayHaveArrived: error instanceof NoAnswer }
  }
}

const gone = (why: string): Delivered => ({ kind: 'gone', why })

const mail = async (userId: string, message: Message): Promise<Delivered> => {
  const user = await getUser(userId)
  if (!user) return gone('the user no longer exists')
  if (user.emailUnverified)
    return { kind: 'failed', why: 'your email address is not confirmed', mayHaveArrived: false }
  const link = message.loud ? await pauseLink(userId, Date.now()) : null
  await sendMail(user.email, renderMail(message, link))
  return { kind: 'delivered' }
}

const json = (url: URL, body: object) =>
  sendOutside({ url, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** Posts a message to its channel. Returns null if the channel has no address. */
const post = async (
  { id, kind }: ChannelState,
  { telegram, discord, slack, webhook, push = {} }: NotificationAddresses,
  message: Message,
): Promise<Incoming | null> => {
  if (kind === 'telegram')
    return telegram ? callTelegram('sendMessage', renderTelegram(message, telegram.chatId)) : null
  if (kind === 'discord') return discord ? json(new URL(discord), renderDiscord(message)) : null
  if (kind === 'slack') return slack ? json(new URL(slack), renderSlack(message)) : null
  if (kind === 'webhook') return webhook ? sendWebhook(webhook, message) : null
  const device = push[id]
  return device ? sendPush(device, message) : null
}

/** Posts an event to a webhook, signed with the current secret and, until it expires, with the previous one. */
const sendWebhook = ({ url, secrets }: NonNullable<NotificationAddresses['webhook']>, message: Message) => {
  const [event] = message.events
  if (!event) throw new Error('a webhook carries one event')
  const body = JSON.stringify(renderWebhook(event, message.origin))
  const now = Date.now()
  const held = secrets.filter(({ until }) => until === null || until > now).map(({ secret }) => secret)
  return sendOutside({
    url: new URL(url),
    headers: { 'content-type': 'application/json', ...signWebhook(event.id, now, body, held) },
    body,
  })
}

/** Seconds for which a push service stores a message for a device that is offline. */
const pushLife = 24 * 3_600

const sendPush = async (
  { endpoint, p256dh, auth }: NonNullable<NotificationAddresses['push']>[string],
  message: Message,
) => {
  const url = new URL(endpoint)
  if (!isPushService(url)) throw new AddressRefused('This is not a browser push service')
  const send = async (pair: { readonly publicKey: string; readonly privateKey: string }) => {
    const { headers, body } = await buildPushPayload(
      { data: renderPush(message), options: { ttl: pushLife, urgency: message.loud ? 'high' : 'normal' } },
      { endpoint, expirationTime: null, keys: { p256dh, auth } },
      { subject: `mailto:${requireEnv(env.mailFrom)}`, ...pair },
    )
    return sendOutside({ url, headers: { ...headers }, body })
  }
  const { inUse, older } = await readPushKeys()
  let answer = await send(inUse)
  for (const pair of older) if (wrongKeyStatuses.has(answer.status)) answer = await send(pair)
  return answer
}

/** A push service's status codes for a key that does not belong to the subscription (RFC 8292, 4.2, and Apple's 400). */
const wrongKeyStatuses: ReadonlySet<number> = new Set([400, 401, 403])

/** Status codes that mean that the address is permanently invalid, or that the user has blocked the bot. */
const goneStatuses: ReadonlySet<number> = new Set([403, 404, 410])

const judge = ({ status, headers, text }: Incoming): Delivered => {
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  if (goneStatuses.has(status)) return gone(`the server returned ${status}`)
  const why =
    status >= 300 && status < 400
      ? `the server returned ${status}, and we don’t follow redirects`
      : `the server returned ${status}`
  const retryAfter = status === 429 ? secondsAsked(headers['retry-after'], text) * 1_000 : undefined
  return { kind: 'failed', why, mayHaveArrived: false, ...(retryAfter === undefined ? {} : { retryAfter }) }
}

/**
 * Returns how many seconds the receiver asks us to wait, at most an hour. The number is in the header or, for Telegram
 * and Discord, in the body.
 */
const secondsAsked = (header: string | string[] | undefined, text: string): number => {
  const named = /"retry_after"\s*:\s*([\d.]+)/.exec(text)?.[1]
  const seconds = Number(typeof header === 'string' ? header : named)
  return Math.min(Number.isFinite(seconds) && seconds > 0 ? seconds : 5, 3_600)
}
