import { type BrokerLogin, BrokerError } from '../../trading/ports/broker.ts'
import type { Clock } from '../../trading/ports/ports.ts'
import { bearerSession, logIn, type LoginDetails, loginTimeout, refusalOf, sessionFrom } from './log-in.ts'
import { Accounts, BearerTokens } from './schemas.ts'
import { type IgReply, type IgRequest, NoReply, type Tokens } from './transport.ts'
import { type IgSession, isFresh, type SessionOptions } from './session.ts'
import { knownVersion, testedSession } from './tested-session.ts'

/** The error for a login that was tried and gave no session. */
export class SignInFailed extends Error {
  override readonly name = 'SignInFailed'
  readonly reason: BrokerError
  constructor(reason: BrokerError) {
    super(reason.message)
    this.reason = reason
  }
}

type Ask = (request: IgRequest, tokens: Tokens) => Promise<IgReply>

/**
 * Logs in or renews a session.
 * @param before the session to replace
 * @throws SignInFailed if IG was asked; BrokerError if IG could not be asked
 */
export const signIn = async (
  options: SessionOptions,
  login: BrokerLogin,
  before: IgSession | null,
): Promise<IgSession> => {
  const { credentials, send, clock } = options
  const { userId, mode, accountId } = login
  const found = await credentials(userId, mode)
  if (!found?.apiKey || !found.username || !found.password || !found.accountId)
    throw new BrokerError('sign-in', 'The IG settings are incomplete')
  if (found.accountId !== accountId) throw new BrokerError('sign-in', 'The IG settings were just changed')

  const ask: Ask = async (request, tokens) => {
    try {
      return await send(login, request, tokens)
    } catch (error) {
      throw error instanceof NoReply ? new SignInFailed(new BrokerError('unreachable', error.message)) : error
    }
  }
  const renewed = before?.isBearer ? await refreshed(ask, before, clock) : null
  if (renewed) return renewed
  const begun =
    (await begunByTest(options, ask, login, found)) ?? (await logInAnew(options, ask, login, found))
  const session = begun.isBearer
    ? { ...begun, accountId, currency: await currencyOf(ask, accountId, { ...begun, accountId }) }
    : await switchedTo(ask, accountId, begun)
  await options.onLogin?.(login, session)
  return session
}

/**
 * Returns the session of a recent connection test. Its access token is renewed if it expired before the user saved the
 * settings.
 */
const begunByTest = async (
  options: SessionOptions,
  ask: Ask,
  login: BrokerLogin,
  found: LoginDetails,
): Promise<IgSession | null> => {
  const tested = await testedSession(options, login, found)
  return tested && !isFresh(tested, options.clock.now()) ? refreshed(ask, tested, options.clock) : tested
}

/** @throws SignInFailed */
const logInAnew = async (
  options: SessionOptions,
  ask: Ask,
  login: BrokerLogin,
  found: LoginDetails,
): Promise<IgSession> => {
  const reply = await logIn(ask, found, knownVersion(options, login, found))
  const begun = sessionFrom(reply, found.apiKey, options.clock.now())
  if (!begun) throw new SignInFailed(refusalOf(reply))
  return begun
}

/** @throws SignInFailed */
const switchedTo = async (ask: Ask, accountId: string, begun: IgSession): Promise<IgSession> => {
  if (begun.accountId === accountId) return begun
  const switched = await ask(
    {
      method: 'PUT',
      path: '/session',
      version: 1,
      body: { accountId, defaultAccount: false },
      timeout: loginTimeout,
    },
    begun,
  )
  // IG documents 400 for a switch to the active account, but answers 412.
  const isActive = switched.errorCode === 'error.switch.accountId-must-be-different'
  if (switched.status !== 200 && !isActive) throw new SignInFailed(refusalOf(switched))
  const switchedToken = switched.headers.get('x-security-token')
  // Without a new token, the old token may still act on the previous account, and orders would go there.
  if (!switchedToken && !isActive)
    throw new SignInFailed(
      new BrokerError('unusable', 'IG’s response to the account switch contained no token for the account'),
    )
  const session = {
    ...begun,
    accountId,
    clientToken: switched.headers.get('cst') ?? begun.clientToken,
    accountToken: switchedToken ?? begun.accountToken,
  }
  return { ...session, currency: await currencyOf(ask, accountId, session) }
}

const currencyOf = async (ask: Ask, accountId: string, tokens: Tokens): Promise<string | null> => {
  const accounts = await ask({ method: 'GET', path: '/accounts', version: 1, timeout: loginTimeout }, tokens)
  const listed = Accounts.safeParse(accounts.body)
  const own = listed.success ? listed.data.accounts.find((each) => each.accountId === accountId) : undefined
  return own?.currency ?? null
}

/**
 * Renews an access token.
 * @returns null if IG does not renew the token, so that a login is needed
 */
const refreshed = async (ask: Ask, before: IgSession, clock: Clock): Promise<IgSession | null> => {
  const { apiKey, refreshToken } = before
  if (refreshToken === undefined) return null
  const reply = await ask(
    {
      method: 'POST',
      path: '/session/refresh-token',
      version: 1,
      body: { refresh_token: refreshToken },
      timeout: loginTimeout,
    },
    { apiKey },
  )
  const tokens = BearerTokens.safeParse(reply.body)
  return reply.status === 200 && tokens.success ? bearerSession(before, tokens.data, clock.now()) : null
}
