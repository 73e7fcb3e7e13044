import { randomBytes } from 'node:crypto'
import { accountIdsOf } from '../book/book.ts'
import type { Settings } from '../book/settings.ts'
import { WireError } from './wire.ts'

export type Session = {
  readonly identifier: string
  /** The account that the session uses. A session with CST tokens can switch to another account. */
  accountId: string
  readonly cst: string
  securityToken: string
  access: string
  refresh: string
  /** Epoch milliseconds, like the other times below. */
  cstUntil: number
  readonly cstAtMost: number
  accessUntil: number
  refreshUntil: number
}

const hour = 3_600_000
/** How long CST tokens are valid after the login and after each use, in milliseconds. `cstLongest` is the maximum. */
const cstLife = 6 * hour
const cstLongest = 72 * hour
const accessLife = 60_000
const refreshLife = 10 * 60_000
/** Two logins of a user within this number of milliseconds trigger the throttle, if it is switched on. */
const quickLogins = 10_000

const token = (kind: string) => `${kind}-${randomBytes(18).toString('hex')}`
const invalid = (errorCode: string) => new WireError(401, `error.security.${errorCode}`)

type Headers = Readonly<Record<string, string | undefined>>

/** The sessions of one environment. `onChange` is called after each change that must survive a restart. */
export class Sessions {
  list: Session[]
  private readonly settings: () => Settings
  private readonly now: () => number
  private readonly onChange: () => void
  private readonly lastTries = new Map<string, number>()
  private readonly throttledUntil = new Map<string, number>()
  private readonly lastLogins = new Map<string, { readonly at: number; readonly session: Session }>()

  constructor(list: Session[], settings: () => Settings, now: () => number, onChange: () => void) {
    this.list = list
    this.settings = settings
    this.now = now
    this.onChange = onChange
  }

  /**
   * Logs in. Every name that begins with `paper` is a valid user. If the default account is an ISA, only version 3 is
   * possible.
   * @throws WireError 401 if the name is invalid or the login comes too soon, 403 if version 3 is needed
   */
  logIn(identifier: string, version = 2): Session {
    if (!/^paper/i.test(identifier)) throw invalid('invalid-details')
    if (this.settings().isaDefault && version < 3)
      throw new WireError(403, 'error.public-api.failure.stockbroking-not-supported')
    const now = this.now()
    this.throttle(identifier, now)
    const last = this.lastLogins.get(identifier)
    if (last && now - last.at < this.settings().loginCacheMs) return last.session
    const session: Session = {
      identifier,
      accountId: accountIdsOf(identifier)[0],
      cst: token('cst'),
      securityToken: token('xst'),
      access: token('access'),
      refresh: token('refresh'),
      cstUntil: now + cstLife,
      cstAtMost: now + cstLongest,
      accessUntil: now + accessLife,
      refreshUntil: now + refreshLife,
    }
    this.lastLogins.set(identifier, { at: now, session })
    this.list = [...this.list.filter(({ cstUntil }) => now < cstUntil), session]
    this.onChange()
    return session
  }

  /**
   * Refuses a login within ten seconds of the user's previous attempt, and further logins for `loginThrottleMs`.
   * @throws WireError 401 if the login is refused
   */
  private throttle(identifier: string, now: number) {
    const { loginThrottleMs } = this.settings()
    if (loginThrottleMs === 0) return
    const last = this.lastTries.get(identifier) ?? -Infinity
    const until = this.throttledUntil.get(identifier) ?? 0
    this.lastTries.set(identifier, now)
    if (now >= until && now - last >= quickLogins) return
    this.throttledUntil.set(identifier, Math.max(until, now + loginThrottleMs))
    throw new WireError(401, 'service.security.authentication.failure-invalid-client-security-token')
  }

  /**
   * Replaces both tokens of an OAuth session.
   * @throws WireError 401 if the refresh token is invalid
   */
  refresh(refreshToken: unknown): Session {
    const now = this.now()
    const session = this.list.find(({ refresh }) => refresh === refreshToken)
    if (!session || session.refreshUntil <= now) throw invalid('oauth-token-invalid')
    session.access = token('access')
    session.refresh = token('refresh')
    session.accessUntil = now + accessLife
    session.refreshUntil = now + refreshLife
    this.onChange()
    return session
  }

  /**
   * Finds the session of a request and the account that the request uses. Each use extends the life of CST tokens.
   * @throws WireError 401 if a token is missing or invalid, 403 if the account belongs to another user
   */
  identify(headers: Headers): { readonly session: Session; readonly accountId: string } {
    const now = this.now()
    const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
    if (bearer) {
      const session = this.list.find(({ access }) => access === bearer)
      if (!session || session.accessUntil <= now) throw invalid('oauth-token-invalid')
      const accountId = headers['ig-account-id'] ?? session.accountId
      if (!accountIdsOf(session.identifier).includes(accountId))
        throw new WireError(403, 'error.security.account-access-denied')
      return { session, accountId }
    }
    if (!headers.cst) throw invalid('client-token-missing')
    const session = this.list.find(({ cst }) => cst === headers.cst)
    if (!session || session.cstUntil <= now) throw invalid('client-token-invalid')
    if (!headers['x-security-token']) throw invalid('account-token-missing')
    if (session.securityToken !== headers['x-security-token']) throw invalid('account-token-invalid')
    session.cstUntil = Math.min(now + cstLife, session.cstAtMost)
    return { session, accountId: session.accountId }
  }

  /**
   * Switches a session to another account, which replaces the account token.
   * @throws WireError 412 if it is the current account, 401 if it belongs to another user
   */
  switchAccount(session: Session, accountId: string) {
    if (accountId === session.accountId) throw new WireError(412, 'error.switch.accountId-must-be-different')
    if (!accountIdsOf(session.identifier).includes(accountId))
      throw new WireError(401, 'error.client.account.switch.account-access-denied')
    session.accountId = accountId
    session.securityToken = token('xst')
    this.onChange()
  }

  end(session: Session) {
    this.list = this.list.filter((each) => each !== session)
    this.onChange()
  }

  endAll() {
    this.list = []
    this.onChange()
  }
}
