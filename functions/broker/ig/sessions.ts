import * as z from 'zod/mini'
import * as operatorLines from '../../../shared/operator-lines.ts'
import type { Instant } from '../../../shared/units.ts'
import type { Mode } from '../../../shared/user.ts'
import { log } from '../../aws/log.ts'
import { sessionKey, type SessionRecord, type SessionStore } from './session-store.ts'
import { type BrokerLogin, BrokerError, type Clock, type Random } from '../../trading/ports.ts'
import { classOf, isDefaultAccountTrouble, wordsOf } from './error-codes.ts'
import { logIn, loginTimeout, refusalOf } from './log-in.ts'
import { Accounts, Login } from './schemas.ts'
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
} as const

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
    if (held && held.accountId === login.accountId && !same(held, dead)) return held
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
  { key }: Options,
  login: BrokerLogin,
  { sealed }: SessionRecord,
  dead: IgSession | null,
): Promise<IgSession | null> => {
  if (!sealed) return null
  const text = unseal(await key(), sealLabel(login), sealed)
  const parsed = IgSession.safeParse(text === null ? null : JSON.parse(text))
  const usable = parsed.success && parsed.data.accountId === login.accountId && !same(parsed.data, dead)
  return usable ? parsed.data : null
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
          classOf(refusedCode) === 'allowance' ? 'allowance' : 'sign-in',
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
    const session = await signIn(options, login)
    await keep({
      sealed: seal(await key(), sealLabel(login), JSON.stringify(session)),
      renewedAt: dead ? clock.now() : record.renewedAt,
      refusals: 0,
      refusedCode: null,
      notBefore: 0,
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
  return {
    ...record,
    refusals: refused ? record.refusals + 1 : record.refusals,
    refusedCode: trouble ? null : reason.code,
    notBefore: now + (trouble ? sessionTimes.pauseAfterTrouble : sessionTimes.spacing),
  }
}

/** @throws SignInFailed if IG was asked, BrokerError if it could not be */
const signIn = async ({ credentials, send, clock }: Options, login: BrokerLogin): Promise<IgSession> => {
  const { userId, mode, accountId } = login
  const found = await credentials(userId, mode)
  if (!found?.apiKey || !found.username || !found.password || !found.accountId)
    throw new BrokerError('sign-in', 'The IG settings are incomplete')
  if (found.accountId !== accountId) throw new BrokerError('sign-in', 'The IG settings were just changed')
  const { apiKey } = found

  const ask = async (request: IgRequest, tokens: Tokens) => {
    try {
      return await send(mode, request, tokens)
    } catch (error) {
      throw error instanceof NoReply ? new SignInFailed(new BrokerError('unreachable', error.message)) : error
    }
  }
  const reply = await logIn(ask, found, clock)
  if (reply.status !== 200) throw new SignInFailed(refusalOf(reply))
  const body = Login.safeParse(reply.body)
  const clientToken = reply.headers.get('cst')
  const accountToken = reply.headers.get('x-security-token')
  if (!body.success || !clientToken || !accountToken)
    throw new SignInFailed(new BrokerError('unusable', 'IG’s response to the login was unusable'))

  const preferred = { apiKey, clientToken, accountToken }
  if (body.data.currentAccountId === accountId)
    return { ...preferred, accountId, currency: body.data.currencyIsoCode ?? null }

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
  const accounts = await ask({ method: 'GET', path: '/accounts', version: 1, timeout: loginTimeout }, tokens)
  const listed = Accounts.safeParse(accounts.body)
  const own = listed.success ? listed.data.accounts.find((each) => each.accountId === accountId) : undefined
  return { ...tokens, accountId, currency: own?.currency ?? null }
}
