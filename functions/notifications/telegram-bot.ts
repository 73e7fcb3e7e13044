import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager'
import { apiBasePath } from '../../shared/contract/api-path.ts'
import { env } from '../../shared/platform/env.ts'
import { requireEnv } from '../aws/env.ts'
import { secrets } from '../aws/secrets.ts'
import { isSignature, sign } from '../aws/root-secret.ts'
import { type Incoming, sendOutside } from './outgoing/send-outside.ts'

/** Whether this deployment has a Telegram bot. */
export const offersTelegram = () => (process.env[env.telegramSecret] ?? '') !== ''

let token: Promise<string> | undefined

const readToken = () => {
  token ??= secrets()
    .send(new GetSecretValueCommand({ SecretId: requireEnv(env.telegramSecret) }))
    .then(({ SecretString = '' }) => SecretString.trim())
    .catch((error: unknown) => {
      token = undefined
      throw error
    })
  return token
}

/**
 * Calls a method of Telegram's bot API.
 * @throws Error without the address, because the address contains the token
 */
export const callTelegram = async (method: string, body: object): Promise<Incoming> =>
  sendOutside({
    url: new URL(`https://api.telegram.org/bot${await readToken()}/${method}`),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

export const isFromTelegram = (given: string | undefined) => isSignature('telegram', 'webhook', given)

/**
 * Sets the address to which Telegram sends messages to the bot, and reads the bot's user name.
 * @returns null if Telegram does not answer as expected
 */
export const introduceBot = async (): Promise<string | null> => {
  const [me, hook] = await Promise.all([
    callTelegram('getMe', {}),
    callTelegram('setWebhook', {
      url: `${requireEnv(env.siteOrigin)}${apiBasePath}/telegram-webhook`,
      secret_token: await sign('telegram', 'webhook'),
      allowed_updates: ['message'],
    }),
  ])
  if (me.status !== 200 || hook.status !== 200) return null
  return (JSON.parse(me.text) as { result?: { username?: string } }).result?.username ?? null
}
