import { tokenScopes } from '../../../shared/tokens/token-limits.ts'
import { usualPreferences } from '../../../shared/notifications/notifications.schema.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  contract,
  type Endpoint,
  type EndpointName,
  endpointNames,
  pathParameters,
} from '../../../shared/contract/index.ts'
import { instruments } from '../../../shared/contract/instruments.ts'
import { requestedWith } from '../../../shared/platform/env.ts'
import { defaultStrategyRules } from '../../../shared/strategies/strategy-rules.ts'
import { defaultTradingRules, type TradingRules } from '../../../shared/settings/trading-settings.ts'
import { appendLog } from '../../logs/write-log.ts'
import { makeToken } from '../../accounts/token-store.ts'
import { keepEarlierList } from '../../instruments/earlier-lists.ts'
import { instrumentId } from '../../instruments/instrument-store.ts'
import { deleteFactors, putPasskey } from '../../accounts/factor-store.ts'
import { endAllSessions, sessionLimits } from '../../accounts/session-store.ts'
import { noLimits } from '../../../shared/limits/loss-limits.ts'
import { pauseTrading, saveStrategyRules } from '../../settings/change-settings.ts'
import { getUserSettings, saveSettings, type StoredSettings } from '../../settings/settings-store.ts'
import { readUserSecret, type UserSecret, writeUserSecret } from '../../settings/user-secret-store.ts'
import { proofLimits } from '../../../shared/accounts/second-factor.schema.ts'
import { findUserByEmail, updateAdminRegistry } from '../../accounts/user-store.ts'
import { unknownSecretsPerMinute } from '../../settings/unknown-secrets.ts'
import { makePerson, type Person, signedIn, useAccounts } from '../../../infra/dev/testing/accounts.ts'
import { systemClock } from '../../aws/system.ts'
import { putAskedAlert } from '../../../infra/dev/testing/asked-alert.ts'
import { type Grant, grants } from '../../../infra/stack/grants/index.ts'
import { instrument } from '../../../infra/dev/testing/instruments.ts'
import { replaceInstruments } from '../../../infra/dev/testing/replace-instruments.ts'
import { ftseDetails, type StandInIg, startStandInIg } from '../../../infra/dev/testing/stand-in-ig.ts'
import { type Answer, TestBrowser } from '../../../infra/dev/testing/test-browser.ts'

/** The kinds of callers. An ID in the path belongs to the owner. */
const callers = ['anonymous', 'owner', 'another user', 'admin', 'deleted user', 'expired session'] as const
type CallerName = (typeof callers)[number]

type Expectation = {
  readonly request?: Record<string, unknown>
  /** Fields of a request that loosens something in any mode, for endpoints that then require a step-up. */
  readonly loosens?: Record<string, unknown>
  /** Fields of a request that loosens something, for endpoints that then require a step-up only in LIVE. */
  readonly loosensInLive?: Record<string, unknown>
  /** The status for a token with the scope, if it differs from the status for a session. */
  readonly byToken?: number
  readonly statuses: Readonly<Record<CallerName, number>>
}

const each = (status: number): Expectation['statuses'] =>
  Object.fromEntries(callers.map((caller) => [caller, status])) as Expectation['statuses']
/** The statuses for logged-in users: the owner of the path's ID, another user and an admin. */
const signedInOnly = (owner: number, another = owner, admin = another): Expectation['statuses'] => ({
  ...each(401),
  owner,
  'another user': another,
  admin,
})
const adminOnly = (status: number): Expectation['statuses'] => signedInOnly(403, 403, status)

const victimInstrument = instrument('LSE:VICTIM', { igEpic: 'KA.D.VICTIM.DAILY.IP', yahooSymbol: 'VICTIM.L' })
/** The time at which an earlier instrument list with larger sizes was stored. */
const keptAt = Date.now() - 60_000
const csv = [
  'Market and Symbol,IG EPIC,Yahoo Symbol,ATR Stop Loss Period,ATR Stop Loss Multiple,ATR Profit Target Period,ATR Profit Multiple,Max Position Size,Opening Price Multiple',
  'LSE:OTHER,KA.D.OTHER.DAILY.IP,OTHER.L,14,200,14,400,1000,100',
].join('\n')
const alert = JSON.stringify({
  secret: 'x'.repeat(32),
  market: 'LSE:OTHER',
  action: 'CLOSE',
  time: '2026-01-05T12:00:00Z',
})
const incompleteIgSettings = 409

/** Every endpoint of the contract has an entry here. If one is missing, this file does not compile. */
const expectations: Record<EndpointName, Expectation> = {
  receiveAlert: { request: { body: alert }, statuses: each(401) },
  getHealth: { statuses: each(200) },
  login: { request: { password: 'Wrong-Pass-1' }, statuses: each(401) },
  register: {
    request: { firstName: 'A', lastName: 'B', email: 'owner@example.com', password: 'Right-Pass-1' },
    statuses: each(409),
  },
  verifySecondFactor: { request: { code: '000000' }, statuses: each(401) },
  startPasskey: { statuses: each(200) },
  signInWithPasskey: { request: { passkey: '{}' }, statuses: each(400) },
  getSecurity: { statuses: signedInOnly(200) },
  stepUp: { request: { password: 'wrong' }, statuses: signedInOnly(400) },
  stepUpWithPasskey: { request: { passkey: '{}' }, statuses: signedInOnly(400) },
  startTotp: { statuses: signedInOnly(200) },
  confirmTotp: { request: { code: 'none' }, statuses: signedInOnly(400) },
  startPasskeySetup: { statuses: signedInOnly(200) },
  addPasskey: { request: { name: 'Key', passkey: '{}' }, statuses: signedInOnly(400) },
  removeFactor: { request: { id: 'totp' }, statuses: signedInOnly(404) },
  makeRecoveryCodes: { statuses: signedInOnly(403) },
  listTokens: { statuses: signedInOnly(200) },
  makeToken: { request: { name: 'Script', scopes: ['read'], days: 30 }, statuses: signedInOnly(200) },
  endToken: { request: { id: 'NOBODYS' }, statuses: signedInOnly(200) },
  getStream: { statuses: signedInOnly(403), byToken: 405 },
  callTools: { request: { body: '{}' }, statuses: signedInOnly(403), byToken: 200 },
  endSessions: { request: { id: 'NOBODYS' }, statuses: signedInOnly(200) },
  pauseByLink: { request: { token: 'no.token' }, statuses: each(400) },
  endUserSessions: { statuses: adminOnly(200) },
  removeUserFactors: { statuses: adminOnly(404) },
  requestPasswordReset: { statuses: each(200) },
  validatePasswordResetToken: { request: { token: 'no.token' }, statuses: each(400) },
  changeOwnPassword: {
    request: { currentPassword: 'wrong', newPassword: 'Right-Pass-1' },
    loosens: {},
    statuses: signedInOnly(400),
  },
  changePassword: { request: { token: 'no.token', newPassword: 'Right-Pass-1' }, statuses: each(400) },
  refreshSession: { statuses: { ...signedInOnly(200), 'expired session': 200 } },
  logout: { statuses: each(200) },
  getMe: { statuses: signedInOnly(200) },

  getSettings: { statuses: signedInOnly(200) },
  updateSettings: {
    request: {
      mode: 'DEMO',
      ...defaultTradingRules,
      ...Object.fromEntries(
        ['demo', 'live'].flatMap((mode) =>
          ['ApiKey', 'Username', 'Password', 'AccountId'].map((field) => [`${mode}${field}`, null]),
        ),
      ),
    },
    loosens: { largestBurst: 98 },
    loosensInLive: { askFirst: false },
    statuses: signedInOnly(200),
  },
  sendVerificationEmail: { statuses: signedInOnly(200) },
  verifyEmail: { request: { token: 'no.token' }, statuses: each(400) },
  newWebhookSecret: { statuses: signedInOnly(200) },
  showLiveWebhookSecret: { statuses: signedInOnly(200) },
  testConnection: {
    request: { mode: 'DEMO', username: null, password: null, apiKey: null },
    statuses: signedInOnly(400),
  },
  saveLossLimits: {
    request: { mode: 'DEMO', ...noLimits },
    loosens: { onReach: { ...noLimits.onReach, lossToday: 'CLOSE' } },
    statuses: signedInOnly(200),
  },
  pauseTrading: { statuses: signedInOnly(200) },
  getStatus: { statuses: signedInOnly(200) },
  setTradingPause: {
    request: { paused: true },
    loosens: { paused: false },
    statuses: signedInOnly(200),
  },

  getAppSettings: { statuses: signedInOnly(200) },
  updateAppSettings: {
    request: { allowUserRegistration: true, allowMultipleAdmins: false },
    statuses: adminOnly(200),
  },
  getSystem: { statuses: adminOnly(200) },
  pauseOthers: {
    request: { user: 'owner@example.com', paused: true },
    loosens: { paused: false },
    statuses: adminOnly(200),
  },
  listUsers: { statuses: adminOnly(200) },
  updateUser: {
    request: { firstName: 'VICTIM', lastName: 'B', email: 'owner@example.com', role: 'USER' },
    statuses: adminOnly(200),
  },
  deleteUser: { statuses: adminOnly(200) },

  listInstruments: { statuses: signedInOnly(200) },
  searchInstruments: { request: { q: 'LSE' }, statuses: signedInOnly(200) },
  uploadInstruments: { request: { file: csv }, loosensInLive: {}, statuses: signedInOnly(200) },
  previewInstruments: { request: { file: csv }, statuses: signedInOnly(200) },
  listEarlierInstruments: { statuses: signedInOnly(200) },
  restoreInstruments: {
    request: { id: '2026-11-01T00:00:00.000Z' },
    loosensInLive: { id: new Date(keptAt).toISOString() },
    statuses: signedInOnly(404),
  },
  exportInstruments: { statuses: signedInOnly(200) },
  addInstrument: { request: instrument('LSE:NEW'), loosensInLive: {}, statuses: signedInOnly(200) },
  removeInstrument: { request: { id: instrumentId('LSE:NOBODYS') }, statuses: signedInOnly(404) },
  searchMarkets: { request: { market: 'LSE:VOD' }, statuses: signedInOnly(incompleteIgSettings) },
  listAlerts: { statuses: signedInOnly(200) },
  getAlert: { request: { alertId: 'NOBODYS' }, statuses: signedInOnly(404) },
  proposeTrade: {
    request: { action: 'BUY', market: 'LSE:OTHER', price: '88.42' },
    statuses: signedInOnly(403),
    byToken: incompleteIgSettings,
  },
  resolveReview: { request: { alertId: 'NOBODYS', verdict: 'OPEN' }, statuses: signedInOnly(404) },
  lookUpReview: { request: { alertId: 'NOBODYS' }, statuses: signedInOnly(404) },
  confirmAlert: {
    request: { alertId: 'NOBODYS' },
    loosensInLive: {},
    statuses: signedInOnly(404),
  },
  cancelExit: { request: { alertId: 'NOBODYS' }, statuses: signedInOnly(404) },
  listStrategies: { statuses: signedInOnly(200) },
  saveStrategy: {
    request: { strategy: 'orb', ...defaultStrategyRules },
    loosens: { tradesToday: 2 },
    loosensInLive: { tradesToday: 1, sizePercent: 100 },
    statuses: signedInOnly(200),
  },
  exitStrategy: {
    request: { strategy: 'orb', marketAndSymbol: 'LSE:VOD', mode: 'DEMO', from: 'long' },
    statuses: signedInOnly(incompleteIgSettings),
  },
  getJournal: { statuses: signedInOnly(200) },
  listTrades: { statuses: signedInOnly(200) },
  getTrade: { request: { tradeId: 'NOBODYS' }, statuses: signedInOnly(404) },
  getPrices: {
    request: {
      mode: 'DEMO',
      epic: 'IX.D.FTSE.DAILY.IP',
      length: 'MINUTE_15',
      from: '2026-11-24T10:00:00Z',
      to: '2026-11-24T12:00:00Z',
    },
    statuses: signedInOnly(incompleteIgSettings),
  },
  getTradePrices: { request: { tradeId: 'NOBODYS' }, statuses: signedInOnly(404) },
  saveTradeText: {
    request: { tradeId: 'NOBODYS', note: '', tags: [] },
    statuses: signedInOnly(incompleteIgSettings),
  },
  readHistory: { statuses: signedInOnly(incompleteIgSettings) },
  importHistory: { request: { file: csv }, statuses: signedInOnly(incompleteIgSettings) },
  exportJournal: { request: { form: 'trades' }, statuses: signedInOnly(incompleteIgSettings) },
  getNotices: { statuses: signedInOnly(200) },
  saveNotices: { request: { ...usualPreferences }, statuses: signedInOnly(200) },
  connectChannel: {
    request: { kind: 'webhook', address: 'https://hooks.example.com/notices' },
    statuses: signedInOnly(200),
  },
  testChannel: { request: { id: 'slack' }, statuses: signedInOnly(404) },
  rotateSigningSecret: { statuses: signedInOnly(200) },
  removeChannel: { request: { id: 'slack' }, statuses: signedInOnly(404) },
  linkTelegram: { statuses: signedInOnly(404) },
  confirmTelegram: { statuses: signedInOnly(404) },
  receiveTelegram: { statuses: each(403) },
  startMatching: { request: { symbols: 'LSE:VOD' }, statuses: signedInOnly(200) },
  getMatching: { statuses: signedInOnly(200) },
  stopMatching: { statuses: signedInOnly(200) },
  getLivePrice: { request: { market: 'LSE:NOBODYS' }, statuses: signedInOnly(404) },
  listWatchlists: { statuses: signedInOnly(incompleteIgSettings) },
  mergeInstruments: {
    request: { rows: [instrument('LSE:MANY')], figures: instrument('LSE:MANY'), preview: false },
    loosensInLive: {},
    statuses: signedInOnly(200),
  },
  updateInstrument: {
    request: { id: instrumentId('LSE:VICTIM'), ...victimInstrument },
    loosensInLive: { id: instrumentId('LSE:VOD') },
    statuses: signedInOnly(200, 404),
  },
  fetchDividendDates: { statuses: signedInOnly(200) },

  listLogs: { statuses: signedInOnly(200) },
  listDecisions: {
    request: { mode: 'DEMO', from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' },
    statuses: signedInOnly(200),
  },
  downloadLogs: { statuses: signedInOnly(200) },
  deleteLogs: { statuses: signedInOnly(200) },
  deleteUserLogs: { statuses: adminOnly(200) },
  downloadUserLogs: { statuses: adminOnly(200) },

  listOrders: { statuses: signedInOnly(incompleteIgSettings) },
  deleteOrder: { request: { dealId: 'DEAL1' }, statuses: signedInOnly(incompleteIgSettings) },
  listPositions: { statuses: signedInOnly(incompleteIgSettings) },
  getDayPrices: { statuses: signedInOnly(incompleteIgSettings) },
  closePosition: { request: { dealId: 'DEAL1' }, statuses: signedInOnly(incompleteIgSettings) },
  moveStop: {
    request: { dealId: 'DEAL1', stopLevel: 8_600 },
    loosensInLive: {},
    statuses: signedInOnly(incompleteIgSettings),
  },
  getStats: { statuses: signedInOnly(incompleteIgSettings) },
  getBrokerAccount: { statuses: signedInOnly(incompleteIgSettings) },
  listChanges: { request: { reads: '["/stats","/logs"]' }, statuses: signedInOnly(200) },

  tryAlert: { request: { mode: 'DEMO', alert }, statuses: signedInOnly(200) },
}
const names = endpointNames

useAccounts()
let ig: StandInIg
let admin: Person
let another: Person
let deleted: Person
beforeAll(async () => {
  ig = await startStandInIg()
  admin = await makePerson('Ada')
  another = await makePerson('Anna')
  deleted = await makePerson('Dora')
  await admin.browser.call('deleteUser', { id: deleted.id })
  process.env.IG_DEMO_URL = process.env.IG_LIVE_URL = 'http://127.0.0.1:9/never'
})
afterAll(async () => {
  await ig.stop()
})

let unchangedOwner: Person | undefined

/**
 * Returns a user whose texts all contain VICTIM, for a call of this endpoint. The user is created again after a call
 * that may have changed or deleted them.
 */
const ownerFor = async (name: EndpointName): Promise<Person> => {
  const owner = unchangedOwner ?? (await makeOwner())
  unchangedOwner = contract[name].method === 'GET' ? owner : undefined
  return owner
}

const makeOwner = async (): Promise<Person> => {
  const email = 'owner@example.com'
  const known = await findUserByEmail(email)
  const person = known
    ? { id: known.id, email, browser: await signedIn(known.id) }
    : await makePerson('VICTIM', email)
  await replaceInstruments(person.id, [victimInstrument])
  await appendLog([
    { userId: person.id, mode: 'DEMO', type: 'ALERT', message: 'VICTIM entry', at: Date.now() },
  ])
  return person
}

const browserOf = async (caller: CallerName, owner: Person): Promise<TestBrowser> => {
  switch (caller) {
    case 'anonymous':
      return new TestBrowser()
    case 'owner':
      return signedIn(owner.id)
    case 'another user':
      return signedIn(another.id)
    case 'admin':
      return signedIn(admin.id)
    case 'deleted user':
      return deleted.browser
    case 'expired session':
      return signedIn(owner.id, Date.now() - sessionLimits.access * 1000)
  }
}

/**
 * Opens a position at IG in both modes. Its stop is nearer to the market than the stop that `moveStop` requests in this
 * test.
 */
const openPosition = async (userId: string, secret: UserSecret) => {
  ig.reset()
  process.env.IG_DEMO_URL = process.env.IG_LIVE_URL = ig.url
  const login = { ApiKey: 'key', Username: 'anna', Password: 'secret', AccountId: 'ZZ1AB' }
  const ofMode = (prefix: 'demo' | 'live') =>
    Object.entries(login).map(([name, value]) => [`${prefix}${name}`, value] as const)
  await writeUserSecret(userId, { ...secret, ...Object.fromEntries([...ofMode('demo'), ...ofMode('live')]) })
  const epic = 'IX.D.FTSE.DAILY.IP'
  const position = { dealId: 'DEAL1', direction: 'BUY', size: 1, level: 8_800, stopLevel: 8_700 }
  ig.when('GET /positions', {
    body: { positions: [{ position, market: { epic, expiry: 'DFB', bid: 8_800, offer: 8_801 } }] },
  })
  ig.when(`GET /markets/${epic}`, { body: ftseDetails })
  ig.when('PUT /positions/otc/DEAL1', { status: 400, body: { errorCode: 'invalid.request.size' } })
}

const wordOf = (caller: CallerName) => caller.replaceAll(' ', '-')

const requestOf = async (name: EndpointName, caller: CallerName, owner: Person) => {
  const { request = {} } = expectations[name]
  const inPath = pathParameters(contract[name].path).filter((parameter) => parameter !== 'dealId')
  const ids = Object.fromEntries(inPath.map((parameter) => [parameter, request[parameter] ?? owner.id]))
  const secrets =
    name === 'updateSettings'
      ? {
          demoWebhookSecret: `q7Zk-2Vd9xT4-pW0-${wordOf(caller)}`,
          liveWebhookSecret: `m3Yf-8Gc1rB6-nH5-${wordOf(caller)}`,
        }
      : {}
  // Attempts are counted per account, so each caller uses a different account.
  const account =
    name === 'login' || name === 'requestPasswordReset'
      ? { email: `${wordOf(caller)}@nowhere.example.com` }
      : {}
  return { ...request, ...ids, ...secrets, ...account }
}

/** Returns the parts of a response that must be equal. */
const comparable = ({ status, body }: Answer) => ({ status, body })

test('every endpoint of the contract has an expectation', () => {
  expect(Object.keys(expectations).sort()).toEqual([...names].sort())
})

describe.each(names)('the endpoint %s', (name) => {
  test.each(callers)('gives the expected response to this caller: %s', async (caller) => {
    const owner = await ownerFor(name)
    const browser = await browserOf(caller, owner)
    const address = `10.${names.indexOf(name)}.0.${callers.indexOf(caller)}`
    const answer = await browser.call(name, await requestOf(name, caller, owner), {
      'cloudfront-viewer-address': `${address}:1234`,
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(expectations[name].statuses[caller])
    if (answer.status === 401 && contract[name].access !== 'public' && contract[name].access !== 'webhook')
      expect(answer.body).toMatchObject({ code: 'NOT_SIGNED_IN', message: 'Log in to continue', details: {} })
    if (answer.status === 403)
      expect(answer.body).toMatchObject({
        code: name === 'makeRecoveryCodes' ? 'SECOND_FACTOR_REQUIRED' : 'FORBIDDEN',
      })
    if (caller !== 'owner' && caller !== 'admin')
      expect(JSON.stringify(answer.body), 'tells nothing of the owner').not.toContain('VICTIM')
  })
})

describe.each(names.filter((name) => pathParameters(contract[name].path).length > 0))(
  'the endpoint %s for one object',
  (name) => {
    test.each(['anonymous', 'another user', 'expired session'] as const)(
      'gives %s the same response for another user’s ID as for a missing one',
      async (caller) => {
        const owner = await ownerFor(name)
        const browser = await browserOf(caller, owner)
        const request = await requestOf(name, caller, owner)
        const strange = Object.fromEntries(
          pathParameters(contract[name].path).map((parameter) => [parameter, 'NOSUCHTHING']),
        )
        const theirs = await browser.call(name, request)
        const nobodys = await browser.call(name, { ...request, ...strange })
        expect(comparable(nobodys)).toEqual(comparable(theirs))
      },
    )
  },
)

test.each(names.filter((name) => contract[name].access === 'admin'))(
  '%s refuses an admin who was demoted a moment ago and still has a session',
  async (name) => {
    const former = await makePerson('Former')
    await updateAdminRegistry((registry) => ({ ...registry, admins: [...registry.admins, former.id] }))
    expect((await former.browser.call('listUsers')).status).toBe(200)
    await updateAdminRegistry((registry) => ({
      ...registry,
      admins: registry.admins.filter((id) => id !== former.id),
    }))
    const owner = await ownerFor(name)
    const answer = await former.browser.call(name, await requestOf(name, 'another user', owner))
    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  },
)

/** Tests the column of the access matrix that the contract's `scope` defines. */
describe.each(tokenScopes)('a token of the scope %s', (scope) => {
  const tokenWith = async () => {
    const made = await makeToken(another.id, { name: scope, scopes: [scope], days: 1 }, Date.now())
    return made?.token ?? ''
  }
  const guarded = names.filter((name) => ['user', 'admin'].includes(contract[name].access))

  test.each(names)('gets the expected response from %s', async (name) => {
    await endAllSessions(another.id, Date.now())
    const owner = await ownerFor(name)
    const request = {
      ...(await requestOf(name, 'another user', owner)),
      ...(name === 'requestPasswordReset' ? { email: `${scope}@nowhere.example.com` } : {}),
    }
    const headers = {
      authorization: `Bearer ${await tokenWith()}`,
      'cloudfront-viewer-address': `10.${names.indexOf(name)}.1.${tokenScopes.indexOf(scope)}:1234`,
    }
    const answer = await new TestBrowser().call(name, request, headers)
    const opens = [scope, 'any'].includes((contract[name] as Endpoint).scope ?? '')
    if (!guarded.includes(name)) expect(answer.status).toBe(expectations[name].statuses.anonymous)
    else if (!opens) expect(answer).toMatchObject({ status: 403, body: { code: 'SCOPE_REQUIRED' } })
    else {
      const { byToken, statuses } = expectations[name]
      expect(answer.status).toBe(byToken ?? statuses['another user'])
    }
    expect(JSON.stringify(answer.body), 'tells nothing of the owner').not.toContain('VICTIM')
  })
})

test('no endpoint with a token scope requires a step-up or an admin', () => {
  for (const name of names) {
    const { scope, access, stepUp }: Endpoint = contract[name]
    if (scope === undefined) continue
    expect(access, name).toBe('user')
    expect(stepUp, name).toBeUndefined()
  }
})

const modes = ['DEMO', 'LIVE'] as const

/**
 * Tests a logged-in user whose last identity check has expired. These are the columns *proof in DEMO* and *proof in
 * LIVE* of the access matrix, which the contract's `stepUp` defines.
 */
describe.each(modes)('an old session in %s', (mode) => {
  const asker = (name: EndpointName) => (contract[name] as Endpoint).access === 'admin'
  const guarded = names.filter((name) => ['user', 'admin'].includes((contract[name] as Endpoint).access))

  const staleBrowser = async (name: EndpointName, provedBy: 'password' | 'totp') => {
    const person = asker(name) ? admin : another
    const long = Date.now() - (proofLimits.fresh + 1) * 1000
    return signedIn(person.id, long, provedBy)
  }

  const saveRules = async (rules: TradingRules, own: Partial<StoredSettings> = {}) => {
    const settings = await getUserSettings(another.id)
    if (!settings) throw new Error('Anna has settings')
    await saveSettings({ ...settings, mode, rules, ...own, version: settings.version + 1 })
    await saveStrategyRules(another.id, 'orb', defaultStrategyRules)
  }
  beforeAll(() => saveRules(defaultTradingRules))

  /**
   * Sets up a user who trades in this mode with rules that can be loosened.
   * @returns request fields that differ for each call
   */
  const prepare = async (name: EndpointName, secret: UserSecret): Promise<Record<string, unknown>> => {
    await saveRules({ ...defaultTradingRules, askFirst: true })
    await pauseTrading(
      another.id,
      name === 'setTradingPause' ? { by: 'BRAKE', at: new Date().toISOString(), reason: 'braked' } : null,
    )
    if (name === 'saveStrategy')
      await saveStrategyRules(another.id, 'orb', { ...defaultStrategyRules, tradesToday: 1, sizePercent: 50 })
    if (name in instruments) {
      await replaceInstruments(another.id, [instrument('LSE:VOD', { maxPositionSize: '1' })])
      await keepEarlierList(another.id, [victimInstrument], keptAt)
    }
    if (name === 'changeOwnPassword')
      await putPasskey(another.id, {
        id: 'key',
        name: 'Key',
        publicKey: '',
        counter: 0,
        since: 1,
        lastUsedAt: null,
      })
    if (name === 'moveStop') {
      await openPosition(another.id, secret)
      const login = { accountId: 'ZZ1AB', version: 1, missing: [] }
      await saveRules(defaultTradingRules, { credentials: { DEMO: login, LIVE: login } })
    }
    return name === 'confirmAlert' ? { alertId: await putAskedAlert(another.id, mode, 'token') } : {}
  }

  const call = async (name: EndpointName, own: Record<string, unknown> = {}) => {
    const owner = await ownerFor(name)
    const browser = await staleBrowser(name, 'password')
    return browser.call(name, { ...(await requestOf(name, 'another user', owner)), ...own })
  }
  const refusal = {
    status: 403,
    body: { code: 'STEP_UP_REQUIRED', details: { password: true, totp: false, passkey: false } },
  }

  test.each(guarded)(
    'needs a step-up for a %s call that loosens nothing only if the contract always requires one',
    async (name) => {
      const answer = await call(name)
      if ((contract[name] as Endpoint).stepUp === 'always') expect(answer).toMatchObject(refusal)
      else expect(answer.body.code).not.toBe('STEP_UP_REQUIRED')
    },
  )

  const loosening = guarded.filter((name) => (contract[name] as Endpoint).stepUp?.startsWith('where'))
  test.each(loosening)('needs a step-up for a %s call that loosens something in this mode', async (name) => {
    const { loosens, loosensInLive } = expectations[name]
    const secret = await readUserSecret(another.id)
    const settings = await getUserSettings(another.id)
    if (!secret || !settings) throw new Error('Anna has a secret and settings')
    expect(loosens === undefined).toBe((contract[name] as Endpoint).stepUp === 'where-it-loosens-in-live')
    for (const [request, isAsked] of [
      [loosens, true],
      [loosensInLive, mode === 'LIVE'],
    ] as const) {
      if (!request) continue
      const { body } = await call(name, { ...request, ...(await prepare(name, secret)) })
      if (isAsked) expect(body.code, JSON.stringify(request)).toBe('STEP_UP_REQUIRED')
      else expect(body.code, JSON.stringify(request)).not.toBe('STEP_UP_REQUIRED')
      if (name === 'moveStop')
        expect(ig.asked().filter((asked) => asked.startsWith('PUT /positions'))).toHaveLength(isAsked ? 0 : 1)
    }
    if (name === 'moveStop') {
      await writeUserSecret(another.id, secret)
      await saveRules(defaultTradingRules, { credentials: settings.credentials })
    }
    await deleteFactors(another.id)
    await pauseTrading(another.id, null)
  })

  test('never needs a step-up to close a position, delete an order, end sessions or pause by link', () => {
    for (const name of ['closePosition', 'deleteOrder', 'endSessions', 'pauseByLink'] as const)
      expect((contract[name] as Endpoint).stepUp).toBeUndefined()
  })
})

describe('a call from another site', () => {
  const changing = names.filter((name) => {
    const { method, access } = contract[name] as Endpoint
    return method !== 'GET' && access !== 'webhook'
  })
  const hasBody = (name: EndpointName) => contract[name].method !== 'DELETE'
  const takesJson = (name: EndpointName) => hasBody(name) && (contract[name] as Endpoint).takes !== 'file'

  const foreign: [string, Record<string, string | undefined>, (name: EndpointName) => boolean][] = [
    ['without our header', { [requestedWith.name]: undefined }, () => true],
    ['with another’s header', { [requestedWith.name]: 'XMLHttpRequest' }, () => true],
    ['as text/plain', { 'content-type': 'text/plain' }, takesJson],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }, takesJson],
    ['without a content type', { 'content-type': undefined }, takesJson],
    ['marked cross-site', { 'sec-fetch-site': 'cross-site' }, () => true],
    ['marked same-site', { 'sec-fetch-site': 'same-site' }, () => true],
    ['marked none', { 'sec-fetch-site': 'none' }, () => true],
    ['of a foreign origin', { origin: 'https://evil.example' }, () => true],
    ['of no origin', { origin: 'null' }, () => true],
    [
      'of a foreign origin, unmarked',
      { 'sec-fetch-site': undefined, origin: 'https://evil.example' },
      () => true,
    ],
    ['of our host over http', { origin: 'http://signals.example.com' }, () => true],
  ]

  test.each(
    changing.flatMap((name) =>
      foreign.filter(([, , fits]) => fits(name)).map(([how, headers]) => [name, how, headers] as const),
    ),
  )('is refused before anything else at %s %s', async (name, _how, headers) => {
    const answer = await admin.browser.call(
      name,
      { ...expectations[name].request, id: admin.id, userId: admin.id, dealId: 'X' },
      headers,
    )
    expect(answer).toMatchObject({ status: 403, body: { code: 'CROSS_SITE_REQUEST' } })
    expect(answer.cookies).toEqual([])
  })

  test('is not assumed if our header and our origin are present and only the fetch metadata is missing', async () => {
    const { status } = await admin.browser.call('logout', {}, { 'sec-fetch-site': undefined })
    expect(status).toBe(200)
  })

  test('is accepted by the webhook, which reads no cookie', async () => {
    for (const [, headers] of foreign)
      expect(await admin.browser.call('receiveAlert', { body: alert }, headers)).toMatchObject({
        status: 401,
        body: { code: 'UNKNOWN_WEBHOOK_SECRET' },
      })
  })

  test('counts as a guess of a secret if it sends the webhook a malformed alert, and guesses are limited per minute', async () => {
    const statuses: number[] = []
    vi.spyOn(systemClock, 'sleep').mockResolvedValue()
    // All requests are within one clock minute.
    vi.useFakeTimers({ toFake: ['Date'] })
    for (let turn = 0; turn <= unknownSecretsPerMinute + 1; turn += 1) {
      const body = JSON.stringify({ action: 'BUY', secret: `wild-guess-number-${turn}` })
      const headers = { 'cloudfront-viewer-address': '198.51.100.77:1234' }
      statuses.push((await admin.browser.call('receiveAlert', { body }, headers)).status)
    }
    vi.useRealTimers()
    vi.mocked(systemClock.sleep).mockRestore()
    expect(statuses[0]).toBe(400)
    expect(statuses.at(-1)).toBe(429)
  })

  test('cannot change a user’s data with GET, because no GET endpoint has write access to it', () => {
    // A GET call may write to these tables, because calls are counted and logged, and IG's answers are cached.
    const notes = ['throttles', 'logs', 'brokerCache', 'journal']
    for (const name of names.filter((each) => contract[each].method === 'GET')) {
      const { write = [], writeOnly = [], userSecrets = [] }: Grant = grants[name]
      expect(
        [...write, ...writeOnly].filter((table) => !notes.includes(table)),
        name,
      ).toEqual([])
      expect(
        userSecrets.filter((use) => use !== 'read'),
        name,
      ).toEqual([])
    }
  })

  test('can use GET only for endpoints whose names say that they read', () => {
    const reading = names.filter((name) => contract[name].method === 'GET')
    for (const name of reading) expect(name).toMatch(/^(get|list|search|download|export|newWebhookSecret)/)
  })
})
