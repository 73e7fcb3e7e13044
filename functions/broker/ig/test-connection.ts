import type * as z from 'zod/mini'
import type {
  AccountFound,
  ConnectionFindings,
  KeyAllowances,
} from '../../../shared/settings/connection.schema.ts'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import { systemClock } from '../../aws/system.ts'
import { Allowance } from '../allowance/allowance.ts'
import { allowanceStore } from '../allowance/store.ts'
import { BrokerError } from '../../trading/ports/broker.ts'
import { allowanceSpent, errorOf, wordsOf } from './error-codes.ts'
import { type KnownVersion, logIn, refusalOf, sessionFrom } from './log-in.ts'
import { remedyFor } from './remedies.ts'
import { AccountsListed, Applications, LoginFacts } from './schemas.ts'
import type { IgSession } from './session.ts'
import { sessionStore } from './session-store.ts'
import { keepTestedSession, knownVersion } from './tested-session.ts'
import { igSessionKeys } from './session-keys.ts'
import { type IgReply, type IgRequest, NoReply, sendToIg, type Tokens } from './transport.ts'

type Tested = {
  readonly mode: Mode
  readonly username: string
  readonly password: string
  readonly apiKey: string
}
/** Milliseconds for each request after the login. */
const readTimeout = 4_000

/** Number of requests after the login for which there must also be room: the accounts and the key's limits. */
const requestsAfterLogin = 2

/** @throws NoReply; BrokerError if the request limit has no room */
type Send = (request: IgRequest, tokens: Tokens) => Promise<IgReply>

/**
 * Logs in once with the entered credentials, and reads IG's accounts and the key's limits. The requests count towards
 * the key's limit. The session is not ended, because IG gives the same tokens to the same login within a minute, and
 * alerts may use them.
 */
export const testConnection = async (userId: string, tested: Tested): Promise<ConnectionFindings> => {
  const allowance = new Allowance({ clock: systemClock, store: allowanceStore, purpose: 'orders' }, wordsOf)
  let login = { userId, mode: tested.mode, accountId: '', credentialsVersion: 0 }
  const send: Send = async (request, tokens) => {
    // Before the login only the key is known, not the account.
    const ahead = login.accountId === '' ? { room: requestsAfterLogin } : {}
    await allowance.spend(login, tokens.apiKey, { ahead })
    const reply = await sendToIg(fetch, tested.mode, request, tokens)
    if (allowanceSpent(reply)) await allowance.close(login, tokens.apiKey, 'other', reply.errorCode)
    return reply
  }
  const onSession = (accountId: string) => {
    login = { ...login, accountId }
  }
  const ports = { keys: igSessionKeys, store: sessionStore, clock: systemClock }
  const { findings, begun } = await ask(tested, send, knownVersion(ports, login, tested), onSession)
  if (begun) {
    const { allowances: said } = findings
    const allowed = said && { other: said.perAccount, otherPerKey: said.perKey, trading: said.orders }
    await allowance.saveAllowed(login, tested.apiKey, allowed)
    await allowance.noteAccount(login, tested.apiKey)
    if (findings.outcome === 'CONNECTED') await keepTestedSession(ports, login, tested, begun)
  }
  return findings
}

/** @property begun null if IG did not accept the login */
type Answer = { readonly findings: ConnectionFindings; readonly begun: IgSession | null }

const ask = async (
  { mode, ...given }: Tested,
  sendTo: Send,
  known: KnownVersion,
  onSession: (accountId: string) => void,
): Promise<Answer> => {
  try {
    const reply = await logIn(sendTo, given, known)
    const begun = sessionFrom(reply, given.apiKey, systemClock.now())
    if (!begun) return { findings: notConnected(refusalOf(reply), mode), begun }
    onSession(begun.accountId)
    const facts = LoginFacts.safeParse(reply.body)
    const canDeal = !facts.success || facts.data.dealingEnabled !== false
    return { findings: await findingsOf(sendTo, begun, mode, canDeal), begun }
  } catch (error) {
    if (error instanceof BrokerError) return { findings: notConnected(error, mode), begun: null }
    if (!(error instanceof NoReply)) throw error
    const silence = new BrokerError('unreachable', 'IG didn’t respond')
    return { findings: notConnected(silence, mode), begun: null }
  }
}

/** @throws NoReply, BrokerError */
const findingsOf = async (
  sendTo: Send,
  session: IgSession,
  mode: Mode,
  canDeal: boolean,
): Promise<ConnectionFindings> => {
  const read = (path: IgRequest['path']) =>
    sendTo({ method: 'GET', path, version: 1, timeout: readTimeout }, session)
  const listed = await read('/accounts')
  const accounts = listed.status === 200 ? AccountsListed.safeParse(listed.body) : null
  const allowances = await allowancesOf(read, session.apiKey)
  if (!accounts?.success) return notConnected(errorOf(listed), mode)
  const found = accounts.data.accounts.map((account) => accountFound(account, session.accountId, canDeal))
  const usable = found.filter(({ problem }) => problem === null).length
  return {
    outcome: 'CONNECTED',
    says: `IG accepted these ${mode === 'LIVE' ? 'live' : 'demo'} credentials`,
    remedy:
      usable === 0
        ? 'This login has no account that can trade. Open a spread bet or CFD account at IG, or ask IG why dealing is off.'
        : null,
    code: null,
    accounts: found.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault)),
    allowances,
  }
}

const notConnected = (error: BrokerError, mode: Mode): ConnectionFindings => {
  const isUnknown = error.kind === 'unreachable' || (error.kind === 'allowance' && error.code === null)
  return {
    outcome: isUnknown ? 'UNREACHABLE' : 'REFUSED',
    says: error.message,
    remedy: isUnknown
      ? 'We couldn’t check the credentials. Try again in a minute. IG is often down for maintenance at weekends.'
      : remedyFor(error.code, mode),
    code: error.code,
    accounts: [],
    allowances: null,
  }
}

const allowancesOf = async (
  read: (path: IgRequest['path']) => Promise<IgReply>,
  apiKey: string,
): Promise<KeyAllowances | null> => {
  try {
    const { status, body } = await read('/operations/application')
    const keys = status === 200 ? Applications.safeParse(body) : null
    const own = keys?.success ? keys.data.find((each) => each.apiKey === apiKey) : undefined
    return own
      ? {
          perAccount: own.allowanceAccountOverall,
          perKey: own.allowanceApplicationOverall,
          orders: own.allowanceAccountTrading,
        }
      : null
  } catch (error) {
    if (error instanceof NoReply || error instanceof BrokerError) return null
    throw error
  }
}

const types: Readonly<Record<string, string>> = {
  SPREADBET: 'spread bet',
  CFD: 'CFD',
  PHYSICAL: 'share dealing, ISA or SIPP',
}

const accountFound = (
  {
    accountId,
    accountName,
    accountType,
    currency,
    status,
    preferred,
  }: z.infer<typeof AccountsListed>['accounts'][number],
  currentAccountId: string,
  currentDeals: boolean,
): AccountFound => {
  const type = types[accountType ?? ''] ?? accountType ?? 'unknown'
  return {
    accountId,
    name: accountName ?? null,
    type,
    currency: currency ?? null,
    isDefault: preferred ?? accountId === currentAccountId,
    problem:
      accountType !== 'SPREADBET' && accountType !== 'CFD'
        ? 'The API trades on spread-bet and CFD accounts only'
        : status && status !== 'ENABLED'
          ? `IG status: ${status.replaceAll('_', ' ').toLowerCase()}`
          : accountId === currentAccountId && !currentDeals
            ? 'Dealing is switched off for this account at IG'
            : null,
  }
}
