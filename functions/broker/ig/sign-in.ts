import * as z from 'zod/mini'
import type { Instant } from '../../../shared/platform/units.ts'
import { type BrokerLogin, BrokerError } from '../../trading/ports/broker.ts'
import type { Clock } from '../../trading/ports/ports.ts'
import { isDefaultAccountTrouble } from './error-codes.ts'
import { logIn, type LoginDetails, loginTimeout, refusalOf } from './log-in.ts'
import { Accounts, BearerLogin, BearerTokens } from './schemas.ts'
import { type IgReply, type IgRequest, NoReply, type Tokens } from './transport.ts'
import { IgSession, type SessionOptions } from './session.ts'
import { begunSession, testedSession } from './tested-session.ts'

/** A login that was tried and brought no session. */
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
 * @param before the session that this one replaces
 * @throws SignInFailed if IG was asked, BrokerError if it could not be
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
  const session = before?.isBearer
    ? await signInForBearer(ask, login, found, clock)
    : await logInAnew(options, ask, login, found)
  await options.onLogin?.(login, session)
  return session
}

/** @throws SignInFailed */
const logInAnew = async (
  options: SessionOptions,
  ask: Ask,
  login: BrokerLogin,
  found: LoginDetails,
): Promise<IgSession> => {
  const { accountId } = login
  const { apiKey } = found
  const tested = await testedSession(options, login, found)
  const reply = tested ? null : await logIn(ask, found)
  if (reply && isDefaultAccountTrouble(reply.errorCode))
    return signInForBearer(ask, login, found, options.clock)
  if (reply && reply.status !== 200) throw new SignInFailed(refusalOf(reply))
  const begun = tested ?? (reply && begunSession(reply))
  if (!begun) throw new SignInFailed(new BrokerError('unusable', 'IG’s response to the login was unusable'))

  const { clientToken, accountToken } = begun
  const preferred = { apiKey, clientToken, accountToken }
  const timezoneOffset = begun.timezoneOffset ?? 0
  if (begun.accountId === accountId)
    return { ...preferred, accountId, currency: begun.currency, timezoneOffset }

  const switched = await ask(
    {
      method: 'PUT',
      path: '/session',
      version: 1,
      body: { accountId, defaultAccount: false },
      timeout: loginTimeout,
    },
    preferred,
  )
  // IG documents 400 for a switch to the account that is active already, and answers 412.
  const isActive = switched.errorCode === 'error.switch.accountId-must-be-different'
  if (switched.status !== 200 && !isActive) throw new SignInFailed(refusalOf(switched))
  const switchedToken = switched.headers.get('x-security-token')
  // The reply's token may still act on the account left behind: orders would go there.
  if (!switchedToken && !isActive)
    throw new SignInFailed(
      new BrokerError('unusable', 'IG’s response to the account switch contained no token for the account'),
    )
  const tokens = {
    apiKey,
    clientToken: switched.headers.get('cst') ?? clientToken,
    accountToken: switchedToken ?? accountToken,
  }
  return { ...tokens, accountId, currency: await currencyOf(ask, accountId, tokens), timezoneOffset }
}

const currencyOf = async (ask: Ask, accountId: string, tokens: Tokens): Promise<string | null> => {
  const accounts = await ask({ method: 'GET', path: '/accounts', version: 1, timeout: loginTimeout }, tokens)
  const listed = Accounts.safeParse(accounts.body)
  const own = listed.success ? listed.data.accounts.find((each) => each.accountId === accountId) : undefined
  return own?.currency ?? null
}

/** Logs in for an access token, whose requests name their account: an ISA, L2 Dealer or Turbo default is no hindrance then. */
const signInForBearer = async (
  ask: Ask,
  { accountId }: BrokerLogin,
  found: LoginDetails,
  clock: Clock,
): Promise<IgSession> => {
  const reply = await logIn(ask, found, 3)
  if (reply.status !== 200) throw new SignInFailed(refusalOf(reply))
  const login = BearerLogin.safeParse(reply.body)
  if (!login.success)
    throw new SignInFailed(new BrokerError('unusable', 'IG’s response to the login was unusable'))
  const { oauthToken, timezoneOffset } = login.data
  const session = bearerSession({ apiKey: found.apiKey, accountId }, oauthToken, clock.now())
  const currency = await currencyOf(ask, accountId, session)
  return { ...session, currency, timezoneOffset: timezoneOffset ?? 0 }
}

/** @returns null if IG does not renew the token: then only a login does */
const refreshed = async (ask: Ask, before: IgSession, clock: Clock): Promise<IgSession | null> => {
  const { apiKey, accountId, currency, refreshToken, timezoneOffset } = before
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
  return reply.status === 200 && tokens.success
    ? { ...bearerSession({ apiKey, accountId }, tokens.data, clock.now()), currency, timezoneOffset }
    : null
}

const bearerSession = (
  { apiKey, accountId }: Pick<IgSession, 'apiKey' | 'accountId'>,
  { access_token, refresh_token, expires_in }: z.infer<typeof BearerTokens>,
  now: Instant,
): IgSession => ({
  apiKey,
  accountId,
  currency: null,
  clientToken: '',
  accountToken: access_token,
  isBearer: true,
  refreshToken: refresh_token,
  expiresAt: now + expires_in * 1_000,
})
