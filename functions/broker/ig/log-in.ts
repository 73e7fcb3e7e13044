import { BrokerError, type Clock } from '../../trading/ports.ts'
import { errorOf, passesWhenTriedAgain, wordsOf } from './error-codes.ts'
import type { IgReply, IgRequest, Tokens } from './transport.ts'

/** Milliseconds for each request of logging in. */
export const loginTimeout = 8_000
const pauseBeforeSecondTry = 1_000

type LoginDetails = { readonly apiKey: string; readonly username: string; readonly password: string }

/** Logs in; once more if IG's refusal is of the kind that passes. @throws what `ask` throws */
export const logIn = async (
  ask: (request: IgRequest, tokens: Tokens) => Promise<IgReply>,
  { apiKey, username, password }: LoginDetails,
  clock: Clock,
): Promise<IgReply> => {
  const once = () =>
    ask(
      {
        method: 'POST',
        path: '/session',
        version: 2,
        body: { identifier: username, password, encryptedPassword: false },
        timeout: loginTimeout,
      },
      { apiKey },
    )
  const reply = await once()
  if (!passesWhenTriedAgain(reply.errorCode)) return reply
  await clock.sleep(pauseBeforeSecondTry)
  return once()
}

/**
 * What a login without a session means. It counts as refused if IG's gateway judged the credentials: another try
 * with the same words would lock the user out at IG. A 4xx that names nothing of the kind (in maintenance IG's edge
 * answers in HTML, before the gateway) says nothing about them, and is trouble that passes.
 */
export const refusalOf = (reply: IgReply): BrokerError => {
  const error = errorOf(reply)
  const { status, errorCode: code } = reply
  if (status < 400 || status >= 500 || error.kind === 'sign-in' || error.kind === 'allowance') return error
  if (code === null)
    return new BrokerError('unreachable', `IG rejected the login without giving a reason (HTTP ${status})`)
  return judgesCredentials(status, code)
    ? new BrokerError('sign-in', wordsOf(code), code)
    : new BrokerError('unreachable', error.message, code)
}

/** Beyond the login class: their form, and whatever else IG names in a 401, which it keeps for logins and tokens. */
const judgesCredentials = (status: number, code: string) =>
  status === 401 || /^(validation\.|invalid\.input$)/.test(code)
