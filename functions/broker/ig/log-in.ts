import { BrokerError } from '../../trading/ports/broker.ts'
import { errorOf, isLoginThrottle, wordsOf } from './error-codes.ts'
import type { IgReply, IgRequest, Tokens } from './transport.ts'

/** Milliseconds for each request of logging in. */
export const loginTimeout = 8_000

export type LoginDetails = { readonly apiKey: string; readonly username: string; readonly password: string }

/**
 * Logs in, once: a second login within seconds is what IG's throttle refuses.
 * @param version 2 for session tokens; 3 for an access token, which a login with an ISA as its default account needs
 * @throws what `ask` throws
 */
export const logIn = (
  ask: (request: IgRequest, tokens: Tokens) => Promise<IgReply>,
  { apiKey, username, password }: LoginDetails,
  version: 2 | 3 = 2,
): Promise<IgReply> =>
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
 * What a login without a session means. It counts as refused if IG's gateway judged the credentials: another try
 * with the same words would lock the user out at IG. A 4xx that names nothing of the kind (in maintenance IG's edge
 * answers in HTML, before the gateway) says nothing about them, and is trouble that passes.
 */
export const refusalOf = (reply: IgReply): BrokerError => {
  const error = errorOf(reply)
  const { status, errorCode: code } = reply
  // Like a used-up allowance it passes within minutes, and alerts wait for it. It says nothing about the credentials.
  if (isLoginThrottle(code)) return new BrokerError('allowance', wordsOf(code), code)
  if (status < 400 || status >= 500 || error.kind === 'sign-in' || error.kind === 'allowance') return error
  if (code === null)
    return new BrokerError('unreachable', `IG rejected the login without giving a reason (HTTP ${status})`)
  return judgesCredentials(status, code)
    ? new BrokerError('sign-in', wordsOf(code, 'login'), code)
    : new BrokerError('unreachable', error.message, code)
}

/** Beyond the login class: their form, and whatever else IG names in a 401, which it keeps for logins and tokens. */
const judgesCredentials = (status: number, code: string) =>
  status === 401 || /^(validation\.|invalid\.input$|error\.public-api\.failure\.)/.test(code)
