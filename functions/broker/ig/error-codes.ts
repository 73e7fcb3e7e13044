import { BrokerError } from '../../trading/ports/broker.ts'
import type { IgReply } from './transport.ts'

/**
 * The classes of IG's error codes. With `token`, the session's tokens are dead, so the request is repeated after one
 * login. With `login`, credentials, key or account were rejected, so nothing is repeated. With `allowance`, there were
 * too many requests, so the next request waits. With `invalid`, IG refused before it did anything. With `gone-or-busy`,
 * IG did nothing because the deal is gone or too new to be changed, and only the lists show which. A code in no class
 * proves nothing.
 */
export type ErrorClass = 'token' | 'login' | 'allowance' | 'invalid' | 'gone-or-busy'

const classes: readonly (readonly [ErrorClass, RegExp])[] = [
  ['token', /^error\.security\.(client-token|account-token|oauth-token)-(invalid|missing|expired)$/],
  ['token', /^service\.security\.authentication\.failure-invalid-client-security-token$/],
  [
    'allowance',
    /^error\.public-api\.exceeded-(api-key|account|account-trading|account-historical-data)-allowance$/,
  ],
  ['login', /^error\.security\.api-key-(missing|invalid|disabled|restricted|revoked)$/],
  [
    'login',
    /^(endpoint\.unavailable\.for\.api-key|unauthorised\.(api-key\.revoked|clientId\.api-key\.mismatch))$/,
  ],
  ['login', /^error\.security\.(invalid-(details|application|website)|too-many-failed-attempts|generic)$/],
  [
    'login',
    /^error\.security\.(account-(access-denied|migrated|not-yet-activated|suspended)|all-accounts-(pending|suspended)|client-suspended)$/,
  ],
  ['login', /^authentication\.failure\.not-a-client-account$/],
  [
    'login',
    /^error\.public-api\.failure\.([\w-]+-not-supported|encryption\.required|kyc\.required|missing\.credentials|pending\.agreements\.required|preferred\.account\.(disabled|not\.set))$/,
  ],
  ['login', /^service\.clientsecurity\.error\.authentication\.failure-generic$/],
  ['login', /^error\.(switch\.invalid-accountId|client\.account\.switch\.account-access-denied)$/],
  // IG refuses closes and deletes with this code if the deal is gone. It does the same in the first seconds after the
  // deal opened, even if a close is tried more than ten times.
  ['gone-or-busy', /^error\.service\.marketdata\.position\.(notional\.)?details\.null\.error$/],
  ['gone-or-busy', /^error\.service\.execution\.find$/],
  ['gone-or-busy', /^error\.position\.notfound$/],
  ['invalid', /^validation\./],
  ['invalid', /^invalid\.(input|input\.too\.many\.markets|url|request\..+)$/],
  ['invalid', /^error\.service\.marketdata\.instrument\.epic\.unavailable$/],
  ['invalid', /^unable-to-aggregate-close-positions$/],
  ['invalid', /^error\.(malformed\.date|invalid\.daterange|unsupported\.epic)$/],
  ['invalid', /^error\.request\.invalid\.(date-range|page-size)$/],
  ['invalid', /^error\.public-api\.(too-many-epics|epic-not-found)$/],
  ['invalid', /^error\.trading\.otc\.(market-orders\.not-supported(-for-epic)?|instrument-not-found)$/],
  ['invalid', /^error\.service\.create\.otc\.position\.instrument\.invalid$/],
  ['invalid', /^unauthorised\.access\.to\.equity\.exception$/],
]

export const classOf = (code: string | null): ErrorClass | null =>
  code === null ? null : (classes.find(([, pattern]) => pattern.test(code))?.[0] ?? null)

/**
 * Whether a reply with 401 or 403 means that the tokens are dead. IG checks the tokens before it carries out a request.
 */
export const tokensDied = ({ status, errorCode }: IgReply) =>
  (status === 401 || status === 403) && classOf(errorCode) === 'token'

/**
 * Whether a 401 may mean that the tokens are dead. IG does not always send a code with it. Repeating a read with a new
 * session is harmless, but a trading request is never repeated on such a guess.
 */
export const tokensMayHaveDied = (reply: IgReply) =>
  tokensDied(reply) || (reply.status === 401 && classOf(reply.errorCode) !== 'login')

/** Whether IG's request limit is used up. IG reports it with 403, never 429. */
export const allowanceSpent = ({ status, errorCode }: IgReply) =>
  status === 403 && classOf(errorCode) === 'allowance'

/** Whether a reply proves that IG did not accept a trading request. An unknown code proves nothing. */
export const provesRefusal = ({ status, errorCode }: IgReply) =>
  status >= 400 && status < 500 && classOf(errorCode) !== null

/**
 * The error for a used-up limit. Historical prices have a weekly limit, and all other requests have a limit per minute.
 */
const allowanceError = (code: string | null) =>
  new BrokerError(code?.includes('historical-data') ? 'weekly-allowance' : 'allowance', wordsOf(code), code)

/** Whether a request that was refused with this code may soon succeed. */
export const mayPassLater = (code: string | null) =>
  classOf(code) === 'gone-or-busy' || classOf(code) === 'allowance'

/**
 * Whether an error code means that IG accepts no market orders on the epic (options, forwards, weekend indices). IG
 * checks this before it carries out the order.
 */
export const refusesMarketOrders = (code: string) =>
  /^error\.trading\.otc\.market-orders\.not-supported(-for-epic)?$/.test(code)

/**
 * Whether an error code means that IG ignored `_method` and took a close for an opening (seen for hours on 12 February
 * 2026). IG then reports that fields of an opening are missing. The close may be sent again. The missing fields must
 * never be added, because a position would open.
 */
export const missedTheMethod = (code: string) => /^validation\.null-not-allowed\.request\./.test(code)

/** Returns the error for a reply to a read, with a message for the user. */
export const errorOf = ({ status, errorCode }: IgReply): BrokerError => {
  const kind = classOf(errorCode)
  if (status >= 500) return new BrokerError('unreachable', `IG is having trouble (HTTP ${status})`, errorCode)
  if (kind === 'allowance') return allowanceError(errorCode)
  if (kind === 'login' || kind === 'token') return new BrokerError('sign-in', wordsOf(errorCode), errorCode)
  if (status === 404) return new BrokerError('not-found', wordsOf(errorCode), errorCode)
  if (kind === 'invalid' || kind === 'gone-or-busy')
    return new BrokerError('unusable', wordsOf(errorCode), errorCode)
  return new BrokerError(
    'unusable',
    `IG gave an answer that Signalpost does not understand (HTTP ${status}${errorCode ? `, ${errorCode}` : ''})`,
    errorCode,
  )
}

const stockbrokingDefault = 'error.public-api.failure.stockbroking-not-supported'

/**
 * Whether IG accepted the credentials but refused a version 2 login because of its default account (an ISA, L2 Dealer
 * or Turbo). Repeating the login does not lock the user out, and a version 3 login may work.
 */
export const isDefaultAccountTrouble = (code: string | null) =>
  code !== null && /^error\.public-api\.failure\.[\w-]+-not-supported$/.test(code)

const tooQuickLogins = 'service.security.authentication.failure-invalid-client-security-token'

/**
 * Whether IG refused a login because it came within seconds of another login. In four public projects, logins worked
 * again after two or three minutes.
 */
export const isLoginThrottle = (code: string | null) => code === tooQuickLogins

const words: Readonly<Record<string, string>> = {
  'error.security.invalid-details':
    'IG rejected the username or password (demo logins don’t work on live, or live logins on demo)',
  'error.security.too-many-failed-attempts': 'IG has locked the login after too many failed attempts',
  'error.security.api-key-invalid': 'IG doesn’t recognise the API key',
  'error.security.api-key-missing': 'IG requires an API key',
  'error.security.api-key-disabled': 'The API key is disabled at IG',
  'error.security.api-key-restricted': 'The API key is restricted at IG',
  'error.security.api-key-revoked': 'The API key is revoked at IG',
  'unauthorised.api-key.revoked': 'The API key is revoked at IG',
  'unauthorised.clientId.api-key.mismatch': 'The API key belongs to another IG login',
  [tooQuickLogins]:
    'IG accepts no logins for a few minutes, because they came too quickly after each other. Your credentials may be right',
  'endpoint.unavailable.for.api-key': 'IG doesn’t allow this request with this API key',
  'error.security.account-access-denied': 'IG denies this login access to the account',
  'error.security.account-not-yet-activated': 'The account isn’t active at IG yet',
  'error.security.all-accounts-pending': 'No account of this login is active at IG yet',
  'error.security.all-accounts-suspended': 'All accounts of this login are suspended at IG',
  'authentication.failure.not-a-client-account': 'IG has no client account for this login',
  'error.security.account-migrated': 'IG has moved the account to another system',
  'error.security.account-suspended': 'The account is suspended at IG',
  'error.security.client-suspended': 'The login is suspended at IG',
  'validation.pattern.invalid.authenticationRequest.identifier':
    'IG’s API takes your username, not your email address',
  'error.public-api.failure.missing.credentials':
    'IG wants a second factor for this login, which its API doesn’t take',
  'error.public-api.failure.kyc.required': 'IG wants to know more about you before it allows logins',
  'error.public-api.failure.pending.agreements.required':
    'IG wants you to accept agreements before it allows logins',
  'error.public-api.failure.preferred.account.not.set': 'This IG login has no default account',
  'error.public-api.failure.preferred.account.disabled': 'The default account of this IG login is disabled',
  'error.public-api.failure.encryption.required':
    'IG requires password encryption for this login, which Signalpost doesn’t support',
  'error.switch.invalid-accountId': 'The account ID does not belong to this IG login',
  'error.client.account.switch.account-access-denied': 'The account ID does not belong to this IG login',
  [stockbrokingDefault]:
    'The default account of this IG login is an ISA, SIPP or share-dealing account, which the API cannot use: make the spread bet or CFD account your default at IG',
  'error.public-api.exceeded-api-key-allowance': 'IG’s request limit for this API key is used up for now',
  'error.public-api.exceeded-account-allowance':
    'IG’s allowance of requests for this account is used up for the moment',
  'error.public-api.exceeded-account-trading-allowance':
    'IG’s allowance of orders for this account is used up for the moment',
  'error.public-api.exceeded-account-historical-data-allowance':
    'IG’s weekly limit for historical prices is used up',
  'error.service.marketdata.instrument.epic.unavailable': 'This epic isn’t available on this IG account',
  'error.service.create.otc.position.instrument.invalid': 'This epic isn’t available on this IG account',
  'error.public-api.epic-not-found': 'This epic isn’t available on this IG account',
  'error.trading.otc.instrument-not-found': 'IG does not know this instrument on this account',
  'error.trading.otc.market-orders.not-supported': 'IG doesn’t accept market orders for this instrument',
  'error.trading.otc.market-orders.not-supported-for-epic':
    'IG doesn’t accept market orders for this instrument',
  'error.service.marketdata.position.details.null.error':
    'IG can’t change this deal yet, or it no longer exists',
  'error.position.notfound': 'The position is no longer open at IG',
  'error.service.marketdata.position.notional.details.null.error':
    'IG can’t change this deal yet, or it no longer exists',
  'error.service.execution.find': 'IG can’t change this deal yet, or it no longer exists',
  'unable-to-aggregate-close-positions': 'IG cannot close these positions together',
  'unauthorised.access.to.equity.exception': 'The account has no access to share prices for this market',
}

/**
 * Describes IG's error code in a sentence. The sentence contains the code if there is no text for it.
 * @param asked what IG rejected
 */
export const wordsOf = (code: string | null, asked: 'request' | 'login' = 'request') => {
  if (code === null) return 'IG rejected the request without giving a reason'
  const known = knownWordsOf(code)
  if (known) return known
  const kind = classOf(code)
  if (kind === 'token') return `IG ended the session (${code})`
  if (kind === 'login') return `IG rejected the login (${code})`
  return `IG rejected the ${asked} (${code})`
}

const knownWordsOf = (code: string) => words[isDefaultAccountTrouble(code) ? stockbrokingDefault : code]

/** Describes why IG refused a deal. The text follows a sentence that reports the refusal. */
export const refusalInWords = (code: string) =>
  knownWordsOf(code) ??
  (classOf(code) === 'invalid' ? `IG gave no reason but the code ${code}` : wordsOf(code))
