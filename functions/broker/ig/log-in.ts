import type * as z from 'zod/mini'
import type { Instant } from '../../../shared/platform/units.ts'
import { BrokerError } from '../../trading/ports/broker.ts'
import { errorOf, isDefaultAccountTrouble, isLoginThrottle, wordsOf } from './error-codes.ts'
import { BearerLogin, type BearerTokens, Login } from './schemas.ts'
import type { IgSession } from './session.ts'
import type { IgReply, IgRequest, Tokens } from './transport.ts'

/** Milliseconds for each request of a login. */
export const loginTimeout = 8_000

export type LoginDetails = { readonly apiKey: string; readonly username: string; readonly password: string }

type Ask = (request: IgRequest, tokens: Tokens) => Promise<IgReply>

/** Stores whether credentials need a version 3 login. They do, for example, if their default account is an ISA. */
export type KnownVersion = {
  readonly needsVersion3: () => Promise<boolean>
  readonly noteVersion3: () => Promise<void>
}

/**
 * Logs in with the version that is known to work, otherwise with version 2. It tries version 3 only if IG refuses
 * version 2 because of the default account, because IG refuses a second login within seconds.
 * @throws the errors of `ask`
 */
export const logIn = async (ask: Ask, details: LoginDetails, known?: KnownVersion): Promise<IgReply> => {
  if (!(await known?.needsVersion3())) {
    const reply = await logInWith(ask, details, 2)
    if (!isDefaultAccountTrouble(reply.errorCode)) return reply
    await known?.noteVersion3()
  }
  return logInWith(ask, details, 3)
}

/** @param version 2 for session tokens, 3 for an access token */
const logInWith = (ask: Ask, { apiKey, username, password }: LoginDetails, version: 2 | 3) =>
  ask(
    {
      method: 'POST',
      path: '/session',
      version,
      body: { identifier: username, password, ...(version === 2 ? { encryptedPassword: false } : {}) },
      timeout: loginTimeout,
    },
    { apiKey },
  )

/**
 * Returns the session after a login. It acts on the login's default account.
 * @returns null if the reply is unusable
 */
export const sessionFrom = (
  { status, body, headers }: IgReply,
  apiKey: string,
  now: Instant,
): IgSession | null => {
  if (status !== 200) return null
  const bearer = BearerLogin.safeParse(body)
  if (bearer.success) {
    const { accountId, oauthToken, timezoneOffset } = bearer.data
    const facts = { apiKey, accountId, currency: null, timezoneOffset: timezoneOffset ?? 0 }
    return bearerSession(facts, oauthToken, now)
  }
  const login = Login.safeParse(body)
  const clientToken = headers.get('cst')
  const accountToken = headers.get('x-security-token')
  if (!login.success || !clientToken || !accountToken) return null
  const { currentAccountId: accountId, currencyIsoCode, timezoneOffset } = login.data
  return {
    apiKey,
    clientToken,
    accountToken,
    accountId,
    currency: currencyIsoCode ?? null,
    timezoneOffset: timezoneOffset ?? 0,
  }
}

/** Returns a session with an access token. Its requests name their account. */
export const bearerSession = (
  {
    apiKey,
    accountId,
    currency,
    timezoneOffset,
  }: Pick<IgSession, 'apiKey' | 'accountId' | 'currency' | 'timezoneOffset'>,
  { access_token, refresh_token, expires_in }: z.infer<typeof BearerTokens>,
  now: Instant,
): IgSession => ({
  apiKey,
  accountId,
  currency,
  timezoneOffset,
  clientToken: '',
  accountToken: access_token,
  isBearer: true,
  refreshToken: refresh_token,
  expiresAt: now + expires_in * 1_000,
})

/**
 * Returns the error for a login without a session. The login counts as refused if IG's gateway judged the credentials,
 * because another try could lock the user out at IG. Other 4xx replies prove nothing about the credentials and are
 * temporary. During maintenance, for example, a server in front of the gateway answers in HTML.
 */
export const refusalOf = (reply: IgReply): BrokerError => {
  const error = errorOf(reply)
  const { status, errorCode: code } = reply
  // IG accepts logins again after a few minutes, so alerts wait as they do when the request limit is used up. This
  // refusal proves nothing about the credentials.
  if (isLoginThrottle(code)) return new BrokerError('allowance', wordsOf(code), code)
  if (status === 200) return new BrokerError('unusable', 'IG’s response to the login was unusable')
  if (status < 400 || status >= 500 || error.kind === 'sign-in' || error.kind === 'allowance') return error
  if (code === null)
    return new BrokerError('unreachable', `IG rejected the login without giving a reason (HTTP ${status})`)
  return judgesCredentials(status, code)
    ? new BrokerError('sign-in', wordsOf(code, 'login'), code)
    : new BrokerError('unreachable', error.message, code)
}

/**
 * Whether a reply shows that IG has judged the credentials. It does if it rejects the credentials' form, or if it is a
 * 401 with a code. IG uses 401 only for logins and tokens.
 */
const judgesCredentials = (status: number, code: string) =>
  status === 401 || /^(validation\.|invalid\.input$|error\.public-api\.failure\.)/.test(code)
