import { createECDH, type ECDH, randomBytes, randomUUID } from 'node:crypto'
import ece from 'http_ece'
import { telegramSecretHeader } from '../../../shared/platform/env.ts'
import { close, createRespondingServer, listen, type Reply } from '../servers.ts'

/** The local cloud's Telegram bot, and the name of the secret that stores its token. */
export const localTelegram = { secret: 'telegram-bot', bot: 'signalpost_local_bot' } as const

/** A message that the product sent to another service, as GET /_local/notices lists it. */
export type Received = {
  readonly host: string
  readonly path: string
  readonly at: string
  readonly headers: Readonly<Record<string, string>>
  /** Parsed if the body is JSON, and decrypted if it is a push message. */
  readonly body: unknown
}

/** The ways in which a host can fail. */
const faults = ['none', '429', '410', '500', 'hang', 'redirect'] as const
type Fault = (typeof faults)[number]

const mostKept = 2_000

/**
 * Starts a stand-in for all receivers of notifications: Telegram, Discord, Slack, webhooks and push services. The
 * notifier sends to /HOST/PATH of the stand-in instead of https://HOST/PATH.
 */
export const startReceivers = async (port: number) => {
  const received: Received[] = []
  const faultOf = new Map<string, Fault>()
  const devices = new Map<string, { readonly ecdh: ECDH; readonly auth: Buffer }>()
  let hook: { readonly url: string; readonly secret: string } | null = null

  const telegram = (method: string, body: Record<string, string>): Reply => {
    if (method === 'setWebhook') hook = { url: body.url ?? '', secret: body.secret_token ?? '' }
    return {
      status: 200,
      body: { ok: true, result: method === 'getMe' ? { username: localTelegram.bot } : true },
    }
  }

  const fail = (fault: Exclude<Fault, 'none' | 'hang'>): Reply => {
    if (fault === '429') return { status: 429, headers: { 'retry-after': '2' }, body: { retry_after: 2 } }
    if (fault === 'redirect')
      return { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' }, body: {} }
    return { status: Number(fault), body: {} }
  }

  const server = createRespondingServer(({ url = '', headers }, raw) => {
    const [, host = '', ...rest] = url.split('/')
    const path = `/${rest.join('/')}`
    const method = host === 'api.telegram.org' ? rest.at(-1) : undefined
    const isSetUp = method !== undefined && method !== 'sendMessage'
    const fault = isSetUp ? 'none' : (faultOf.get(host) ?? 'none')
    if (fault === 'hang') return new Promise<never>(() => {})
    if (fault !== 'none') return fail(fault)
    const device = devices.get(path)
    const body = device ? decrypted(raw, device) : parsed(raw.toString('utf8'))
    if (!isSetUp)
      received.push({
        host,
        path: method ? `/${method}` : path,
        body,
        at: new Date().toISOString(),
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      })
    if (received.length > mostKept) received.shift()
    if (method) return telegram(method, body as Record<string, string>)
    return { status: device ? 201 : host.includes('discord') ? 204 : 200, body: {} }
  })
  const endpoint = await listen(server, port)

  /** Creates the push subscription of a browser. The stand-in stores the private key to decrypt messages. */
  const makeDevice = () => {
    const ecdh = createECDH('prime256v1')
    ecdh.generateKeys()
    const auth = randomBytes(16)
    const path = `/fcm/send/${randomUUID()}`
    devices.set(path, { ecdh, auth })
    return {
      endpoint: `https://fcm.googleapis.com${path}`,
      p256dh: ecdh.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    }
  }

  /** Sends a message to the bot, as a user would from a private chat. */
  const say = async (text: string) => {
    if (!hook) return { said: false, why: 'the bot has not registered a webhook with Telegram yet' }
    const { status } = await fetch(hook.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [telegramSecretHeader]: hook.secret },
      body: JSON.stringify({
        update_id: received.length,
        message: { text, chat: { id: 4711, type: 'private', first_name: 'Dana' } },
      }),
    })
    return { said: true, status }
  }

  return {
    endpoint,
    /** Handles GET and POST requests below /_local/notices; null if there is no such control. */
    control: async (method: string, path: string): Promise<unknown> => {
      const [first, second, third] = path.split('/').slice(3).map(decodeURIComponent)
      if (method === 'GET' && first === undefined) return received
      if (method !== 'POST') return null
      if (first === 'forget') return { forgotten: received.splice(0).length }
      if (first === 'device') return makeDevice()
      if (first === 'telegram' && second) return say(second)
      const fault = faults.find((each) => each === third)
      if (first !== 'faults' || !second || !fault) return null
      faultOf.set(second, fault)
      return { host: second, fault }
    },
    stop: () => close(server),
  }
}
export type Receivers = Awaited<ReturnType<typeof startReceivers>>

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Decrypts a push message. It uses a different library from the one that encrypts it. */
const decrypted = (body: Buffer, { ecdh, auth }: { readonly ecdh: ECDH; readonly auth: Buffer }) => {
  const keys = { version: 'aes128gcm', privateKey: ecdh, authSecret: auth.toString('base64url') } as const
  try {
    return parsed(ece.decrypt(body, keys).toString('utf8'))
  } catch (error) {
    return { undecipherable: String(error) }
  }
}
