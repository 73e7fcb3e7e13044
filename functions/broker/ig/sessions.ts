import * as operatorLines from '../../../shared/platform/operator-lines.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import { log } from '../../aws/log.ts'
import { sessionKey, type SessionRecord } from './session-store.ts'
import { type BrokerLogin, BrokerError } from '../../trading/ports/broker.ts'
import { classOf, isDefaultAccountTrouble, isLoginThrottle, wordsOf } from './error-codes.ts'
import { seal, unseal } from '../../aws/seal.ts'
import { IgSession, isFresh, sessionTimes, type SessionOptions } from './session.ts'
import { SignInFailed, signIn } from './sign-in.ts'

/** Maximum number of refused logins in a row. IG locks a user out after repeated wrong logins. */
export const maxLoginRefusals = 3

export type IgSessions = {
  /**
   * Returns a session on exactly this account.
   * @throws BrokerError
   */
  current(login: BrokerLogin): Promise<IgSession>
  /**
   * Returns a session that replaces `dead`, whose tokens IG rejected.
   * @throws BrokerError
   */
  renew(login: BrokerLogin, dead: IgSession): Promise<IgSession>
  /**
   * Returns a session after the user confirmed that they checked the settings or their account at IG. If logins were
   * refused, it allows one more login. If IG refuses this login too, logins stop again.
   * @throws BrokerError
   */
  open(login: BrokerLogin): Promise<IgSession>
}

/**
 * Shares one login among all processes until IG ends it. Its tokens are stored encrypted in the table, and a lease lets
 * one process log in while the others wait for its result.
 */
export const igSessions = (options: SessionOptions): IgSessions => {
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
  session.accountId === accountId && !same(session, dead) && isFresh(session, now)

const findOrSignIn = async (
  options: SessionOptions,
  login: BrokerLogin,
  dead: IgSession | null,
): Promise<IgSession> => {
  const { store, clock, random } = options
  const holder = random.id()
  const giveUpAt = clock.now() + sessionTimes.maxWait
  for (;;) {
    const record = await store.read(login)
    const shared = await sessionIn(options, login, record, dead)
    if (shared) return shared
    throwIfStopped(record, dead, clock.now())
    const leased = await store.lease(login, holder, clock.now(), sessionTimes.lease)
    if (leased) return signInUnderLease(options, login, { holder, record: leased }, dead)
    if (clock.now() >= giveUpAt) throw new BrokerError('unreachable', 'Logging in to IG took too long')
    await clock.sleep(200 + random.unit() * 200)
  }
}

const sessionIn = async (
  options: SessionOptions,
  login: BrokerLogin,
  record: SessionRecord,
  dead: IgSession | null,
): Promise<IgSession | null> => {
  const kept = await keptSession(options, login, record)
  return kept && isUsable(kept, login, dead, options.clock.now()) ? kept : null
}

/** Returns the session that was saved last, even if it has expired. */
const keptSession = async (
  { keys }: SessionOptions,
  login: BrokerLogin,
  { sealed }: SessionRecord,
): Promise<IgSession | null> => {
  if (!sealed) return null
  const text = unseal(await keys(), sealLabel(login), sealed)
  const parsed = IgSession.safeParse(text === null ? null : JSON.parse(text))
  return parsed.success ? parsed.data : null
}

const sealLabel = (login: BrokerLogin) => `${sessionKey(login).pk}#${login.accountId}`

/** @throws BrokerError if no login may be tried now */
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
  options: SessionOptions,
  login: BrokerLogin,
  { holder, record }: { readonly holder: string; readonly record: SessionRecord },
  dead: IgSession | null,
): Promise<IgSession> => {
  const { store, clock, keys } = options
  const keep = (next: SessionRecord) => store.save(login, holder, clock.now(), next)
  try {
    // Between the read and the lease, another process may have logged in or been refused.
    const shared = await sessionIn(options, login, record, dead)
    if (shared) {
      await keep(record)
      return shared
    }
    throwIfStopped(record, dead, clock.now())
    const session = await signIn(options, login, await keptSession(options, login, record))
    await keep({
      sealed: seal(await keys(), sealLabel(login), JSON.stringify(session)),
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

const afterFailure = (record: SessionRecord, { reason }: SignInFailed, now: Instant): SessionRecord => {
  // If IG rejects the tokens of a new session, IG has not refused the login. Within a minute it repeats an earlier
  // response to the same login, and the tokens in that response may be dead.
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
