import * as z from 'zod/mini'
import { createHash } from 'node:crypto'
import type { BrokerLogin } from '../../trading/ports/broker.ts'
import type { LoginDetails } from './log-in.ts'
import { Login } from './schemas.ts'
import { seal, unseal } from '../../aws/seal.ts'
import type { IgReply } from './transport.ts'
import { sessionTimes, type SessionOptions } from './session.ts'

/** What a login gives, before it is switched to the account that is meant. */
export type BegunSession = z.infer<typeof BegunSession>

const BegunSession = z.object({
  clientToken: z.string(),
  accountToken: z.string(),
  accountId: z.string(),
  currency: z.nullable(z.string()),
  timezoneOffset: z.optional(z.number()),
})

/** @returns null if the reply to a login cannot be used */
export const begunSession = ({ body, headers }: IgReply): BegunSession | null => {
  const login = Login.safeParse(body)
  const clientToken = headers.get('cst')
  const accountToken = headers.get('x-security-token')
  if (!login.success || !clientToken || !accountToken) return null
  const { currentAccountId: accountId, currencyIsoCode, timezoneOffset } = login.data
  return {
    clientToken,
    accountToken,
    accountId,
    currency: currencyIsoCode ?? null,
    timezoneOffset: timezoneOffset ?? 0,
  }
}

const TestedSession = z.object({ digest: z.string(), until: z.number(), begun: BegunSession })

const digestOf = ({ apiKey, username, password }: LoginDetails) =>
  createHash('sha256')
    .update(JSON.stringify([apiKey, username, password]))
    .digest('base64url')

const testedLabel = ({ userId, mode }: Pick<BrokerLogin, 'userId' | 'mode'>) => `tested#${userId}#${mode}`

/** Keeps the session of a connection test for the save that follows: IG refuses two logins within seconds. */
export const keepTestedSession = async (
  { keys, store, clock }: Pick<SessionOptions, 'keys' | 'store' | 'clock'>,
  user: Pick<BrokerLogin, 'userId' | 'mode'>,
  tested: LoginDetails,
  begun: BegunSession,
): Promise<void> => {
  const until = clock.now() + sessionTimes.testedFor
  const text = JSON.stringify({ digest: digestOf(tested), until, begun })
  await store.saveTested(user, seal(await keys(), testedLabel(user), text), until)
}

/** @returns null if no test with these very credentials was made lately */
export const testedSession = async (
  { keys, store, clock }: SessionOptions,
  login: BrokerLogin,
  credentials: LoginDetails,
): Promise<BegunSession | null> => {
  const sealed = await store.takeTested(login)
  const text = sealed === null ? null : unseal(await keys(), testedLabel(login), sealed)
  const tested = TestedSession.safeParse(text === null ? null : JSON.parse(text))
  if (!tested.success || tested.data.until <= clock.now()) return null
  return tested.data.digest === digestOf(credentials) ? tested.data.begun : null
}
