import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import * as operatorLines from '../../../shared/platform/operator-lines.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import type { Mode } from '../../../shared/accounts/user.ts'
import { log } from '../../aws/log.ts'
import { sessionKey, type SessionRecord, type SessionStore } from './session-store.ts'
import { type BrokerLogin, BrokerError, type Clock, type Random } from '../../trading/ports/ports.ts'
import { classOf, isDefaultAccountTrouble, isLoginThrottle, wordsOf } from './error-codes.ts'
import { logIn, type LoginDetails, loginTimeout, refusalOf } from './log-in.ts'
import { Accounts, BearerLogin, BearerTokens, Login } from './schemas.ts'
import { deriveKey } from '../../aws/root-secret.ts'
import { seal, unseal } from '../../aws/seal.ts'
import { type IgReply, type IgRequest, NoReply, type Tokens } from './transport.ts'

type Credentials = {
  readonly apiKey: string
  readonly username: string
  readonly password: string
  readonly accountId: string
}
export type ReadCredentials = (userId: string, mode: Mode) => Promise<Credentials | null>

/** A session acts on one account, and its tokens are bound to it. */
const IgSession = z.object({
  apiKey: z.string(),
  clientToken: z.string(),
  accountToken: z.string(),
  accountId: z.string(),
  currency: z.nullable(z.string()),
  /** Of the times that IG gives without a zone, in hours from UTC. */
  timezoneOffset: z.optional(z.number()),
  /** Of a version 3 login: `accountToken` is its access token. */
  isBearer: z.optional(z.boolean()),
  refreshToken: z.optional(z.string()),
  /** Epoch milliseconds; missing if IG names no end. */
  expiresAt: z.optional(z.number()),
})
export type IgSession = Readonly<z.infer<typeof IgSession>>

const sessionTimes = {
  /** Longer than a login, a switch of account and a check its currency can take. */
  lease: 30_000,
  /** How long others wait for the one who logs in. */
  patience: 15_000,
  /** Between a renewal and the next, and after a refused login: IG repeats dead tokens within a minute. */
  spacing: 60_000,
  /** After a login that got no usable answer. */
  pauseAfterTrouble: 2_000,
  /** IG's throttle of logins passes after two or three minutes; each refusal by it doubles the pause, up to this. */
  longestThrottlePause: 8 * 60_000,
  /** A token that ends this soon is renewed before it is used. */
  renewBefore: 10_000,
  /** For which the session of a connection test serves the settings that are saved after it. */
  testedFor: 10 * 60_000,
} as const

/** 32 bytes that encrypt what is kept of a session. */
export const igSessionKey = () => deriveKey('ig-session-tokens')

/** Repeated wrong logins lock the user out at IG. */
export const maxLoginRefusals = 3

type Options = {
  readonly credentials: ReadCredentials
  /** 32 bytes. */
  readonly key: () => Promise<Buffer>
  readonly store: SessionStore
  readonly clock: Clock
  readonly random: Random
  /** @throws NoReply */
  readonly send: (mode: Mode, request: IgRequest, tokens: Tokens) => Promise<IgReply>
  /** Called with the session of each login, and not with one whose token was renewed, before it is used. Never throws. */
  readonly onLogin?: (login: BrokerLogin, session: IgSession) => Promise<void>
}

export type IgSessions = {
  /** A session on exactly this account. @throws BrokerError */
  current(login: BrokerLogin): Promise<IgSession>
  /** Another one, after IG said that the tokens of `dead` hold no longer. @throws BrokerError */
  renew(login: BrokerLogin, dead: IgSession): Promise<IgSession>
  /**
   * One on a person's word that they have checked the settings, or at IG: after refusals, one login more, which is
   * the last again if it is refused. @throws BrokerError
   */
  open(login: BrokerLogin): Promise<IgSession>
}

/**
 * One login serves all processes until IG ends it: its tokens lie encrypted in the table, and a lease lets one process
 * alone log in while the others wait for what it finds.
 */
export const igSessions = (options: Options): IgSessions => {
  const known = new Map<string, IgSession>()
  const opening = new Map<string, Promise<IgSession>>()

  const open = async (login: BrokerLogin, dead: IgSession | null): Promise<IgSession> => {
    const name = sessionKey(login).pk
    const held = known.get(name)
    if (held && isUsable(held, login, dead, options.clock.now())) return held
    let pending = opening.get(name)
    if (!pending) {
      known.delete(name)
      pending = findOrSignIn(options, login, dead).finally(() => opening.delete(name))
      opening.set(name, pending)
    }
    const session = await pending
    known.set(name, session)
    return same(session, dead) || session.accountId !== login.accountId ? open(login, dead) : session
  }

  return {
    current: (login) => open(login, null),
    renew: (login, dead) => open(login, dead),
    open: async (login) => {
      const { refusals } = await options.store.read(login)
      if (refusals > 0) {
        await options.store.pardon(login, refusals, Math.min(refusals, maxLoginRefusals - 1))
        known.delete(sessionKey(login).pk)
      }
      return open(login, null)
    },
  }
}

const same = (one: IgSession, other: IgSession | null) =>
  one.clientToken === other?.clientToken && one.accountToken === other.accountToken

const isUsable = (session: IgSession, { accountId }: BrokerLogin, dead: IgSession | null, now: Instant) =>
  session.accountId === accountId &&
  !same(session, dead) &&
  now < (session.expiresAt ?? Infinity) - sessionTimes.renewBefore

const findOrSignIn = async (
  options: Options,
  login: BrokerLogin,
  dead: IgSession | null,
): Promise<IgSession> => {
  const { store, clock, random } = options
  const holder = random.id()
  const giveUpAt = clock.now() + sessionTimes.patience
  for (;;) {
    const record = await store.read(login)
    const shared = await sessionIn(options, login, record, dead)
    if (shared) return shared
    throwIfStopped(record, dead, clock.now())
    const leased = await store.lease(login, holder, clock.now(), sessionTimes.lease)
    if (leased) return signInUnderLease(options, login, holder, leased, dead)
    if (clock.now() >= giveUpAt) throw new BrokerError('unreachable', 'Logging in to IG took too long')
    await clock.sleep(200 + random.unit() * 200)
  }
}

const sessionIn = async (
  options: Options,
  login: BrokerLogin,
  record: SessionRecord,
  dead: IgSession | null,
): Promise<IgSession | null> => {
  const kept = await keptSession(options, login, record)
  return kept && isUsable(kept, login, dead, options.clock.now()) ? kept : null
}

/** The session that was saved last, expired or not. */
const keptSession = async (
  { key }: Options,
  login: BrokerLogin,
  { sealed }: SessionRecord,
): Promise<IgSession | null> => {
  if (!sealed) return null
  const text = unseal(await key(), sealLabel(login), sealed)
  const parsed = IgSession.safeParse(text === null ? null : JSON.parse(text))
  return parsed.success ? parsed.data : null
}

const sealLabel = (login: BrokerLogin) => `${sessionKey(login).pk}#${login.accountId}`

/** @throws BrokerError while no login may be tried */
const throwIfStopped = (record: SessionRecord, dead: IgSession | null, now: Instant) => {
  const { refusals, refusedCode, notBefore, renewedAt } = record
  if (refusals >= maxLoginRefusals)
    throw new BrokerError(
      'sign-in',
      `${wordsOf(refusedCode)}. This happened ${refusals} times, so Signalpost won’t log in again until you save your settings, with these or other IG credentials`,
      refusedCode,
    )
  if (notBefore > now)
    throw refusedCode === null
      ? new BrokerError('unreachable', 'Logging in to IG just failed')
      : new BrokerError(
          classOf(refusedCode) === 'allowance' || isLoginThrottle(refusedCode) ? 'allowance' : 'sign-in',
          wordsOf(refusedCode),
          refusedCode,
        )
  if (dead && renewedAt !== null && now - renewedAt < sessionTimes.spacing)
    throw new BrokerError(
      'sign-in',
      'IG ended the session twice within a minute. Signalpost will log in again in a minute',
    )
}

const signInUnderLease = async (
  options: Options,
  login: BrokerLogin,
  holder: string,
  record: SessionRecord,
  dead: IgSession | null,
): Promise<IgSession> => {
  const { store, clock, key } = options
  const keep = (next: SessionRecord) => store.save(login, holder, clock.now(), next)
  try {
    // Someone may have logged in, or been refused, between the look and the lease.
    const shared = await sessionIn(options, login, record, dead)
    if (shared) {
      await keep(record)
      return shared
    }
    throwIfStopped(record, dead, clock.now())
    const session = await signIn(options, login, await keptSession(options, login, record))
    await keep({
      sealed: seal(await key(), sealLabel(login), JSON.stringify(session)),
      renewedAt: dead ? clock.now() : record.renewedAt,
      refusals: 0,
      refusedCode: null,
      notBefore: 0,
      throttles: 0,
    })
    return session
  } catch (error) {
    await keep(error instanceof SignInFailed ? afterFailure(record, error, clock.now()) : record)
    if (!(error instanceof SignInFailed)) throw error
    const { userId, mode } = login
    log('warn', operatorLines.signInFailed, {
      userId,
      mode,
      code: error.reason.code,
      kind: error.reason.kind,
    })
    throw error.reason
  }
}

/** A login that was tried and brought no session. */
class SignInFailed extends Error {
  override readonly name = 'SignInFailed'
  readonly reason: BrokerError
  constructor(reason: BrokerError) {
    super(reason.message)
    this.reason = reason
  }
}

const afterFailure = (record: SessionRecord, { reason }: SignInFailed, now: Instant): SessionRecord => {
  // Dead tokens in the middle of logging in: IG repeats a login's answer within a minute. The login itself held.
  const refused =
    reason.kind === 'sign-in' && classOf(reason.code) !== 'token' && !isDefaultAccountTrouble(reason.code)
  const trouble = reason.kind !== 'sign-in' && reason.kind !== 'allowance'
  const throttles = isLoginThrottle(reason.code) ? record.throttles + 1 : record.throttles
  const pause = isLoginThrottle(reason.code)
    ? Math.min(sessionTimes.longestThrottlePause, sessionTimes.spacing * 2 ** record.throttles)
    : sessionTimes.spacing
  return {
    ...record,
    throttles,
    refusals: refused ? record.refusals + 1 : record.refusals,
    refusedCode: trouble ? null : reason.code,
    notBefore: now + (trouble ? sessionTimes.pauseAfterTrouble : pause),
  }
}

type Ask = (request: IgRequest, tokens: Tokens) => Promise<IgReply>

/**
 * @param before the session that this one replaces
 * @throws SignInFailed if IG was asked, BrokerError if it could not be
 */
const signIn = async (options: Options, login: BrokerLogin, before: IgSession | null): Promise<IgSession> => {
  const { credentials, send, clock } = options
  const { userId, mode, accountId } = login
  const found = await credentials(userId, mode)
  if (!found?.apiKey || !found.username || !found.password || !found.accountId)
    throw new BrokerError('sign-in', 'The IG settings are incomplete')
  if (found.accountId !== accountId) throw new BrokerError('sign-in', 'The IG settings were just changed')

  const ask: Ask = async (request, tokens) => {
    try {
      return await send(mode, request, tokens)
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
  options: Options,
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
    ...{ clientToken, accountToken, accountId },
    ...{ currency: currencyIsoCode ?? null, timezoneOffset: timezoneOffset ?? 0 },
  }
}

const currencyOf = async (ask: Ask, accountId: string, tokens: Tokens): Promise<string | null> => {
  const accounts = await ask({ method: 'GET', path: '/accounts', version: 1, timeout: loginTimeout }, tokens)
  const listed = Accounts.safeParse(accounts.body)
  const own = listed.success ? listed.data.accounts.find((each) => each.accountId === accountId) : undefined
  return own?.currency ?? null
}

// --- the session of a connection test ---------------------------------------------------------------------------------

const TestedSession = z.object({ digest: z.string(), until: z.number(), begun: BegunSession })

const digestOf = ({ apiKey, username, password }: LoginDetails) =>
  createHash('sha256')
    .update(JSON.stringify([apiKey, username, password]))
    .digest('base64url')

const testedLabel = ({ userId, mode }: Pick<BrokerLogin, 'userId' | 'mode'>) => `tested#${userId}#${mode}`

/** Keeps the session of a connection test for the save that follows: IG refuses two logins within seconds. */
export const keepTestedSession = async (
  { key, store, clock }: Pick<Options, 'key' | 'store' | 'clock'>,
  user: Pick<BrokerLogin, 'userId' | 'mode'>,
  tested: LoginDetails,
  begun: BegunSession,
): Promise<void> => {
  const until = clock.now() + sessionTimes.testedFor
  const text = JSON.stringify({ digest: digestOf(tested), until, begun })
  await store.saveTested(user, seal(await key(), testedLabel(user), text), until)
}

/** @returns null if no test with these very credentials was made lately */
const testedSession = async (
  { key, store, clock }: Options,
  login: BrokerLogin,
  credentials: LoginDetails,
): Promise<BegunSession | null> => {
  const sealed = await store.takeTested(login)
  const text = sealed === null ? null : unseal(await key(), testedLabel(login), sealed)
  const tested = TestedSession.safeParse(text === null ? null : JSON.parse(text))
  if (!tested.success || tested.data.until <= clock.now()) return null
  return tested.data.digest === digestOf(credentials) ? tested.data.begun : null
}

// --- version 3: a login whose default account the API cannot use -------------------------------------------------------

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
  ...{ apiKey, accountId, currency: null, clientToken: '', accountToken: access_token, isBearer: true },
  ...{ refreshToken: refresh_token, expiresAt: now + expires_in * 1_000 },
})
