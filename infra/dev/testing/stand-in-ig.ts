import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { close, createRespondingServer, listen } from '../servers.ts'

/** A request to IG. `method` is the method that IG acts on: a POST with the header `_method: DELETE` is a DELETE. */
export type SeenCall = {
  readonly method: string
  readonly path: string
  readonly version: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: Record<string, unknown> | null
}
export type Canned = {
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Closes the connection instead of answering. */
  readonly hangUp?: boolean
}
type Answer = Canned | ((call: SeenCall) => Canned)

const allowancesAsked = '/operations/application'
const publishedAllowances = ({ headers }: SeenCall) => ({
  apiKey: headers['x-ig-api-key'],
  allowanceAccountOverall: 30,
  allowanceApplicationOverall: 60,
  allowanceAccountTrading: 100,
})

/**
 * Starts a server with IG's wire format. A test sets its answers: `when('GET /positions', …)`. If there are several
 * answers to a call, they are used in order, and the last one is repeated. Logins work by default.
 */
export const startStandInIg = async () => {
  const calls: SeenCall[] = []
  const answers = new Map<string, Answer[]>()
  let logins = 0
  let actingAccount = 'ZZ1AB'
  const logIn = (): Canned => {
    logins += 1
    return {
      headers: { CST: `cst-${logins}`, 'X-SECURITY-TOKEN': `xst-${logins}` },
      body: { currentAccountId: 'ZZ1AB', currencyIsoCode: 'GBP', accounts: [] },
    }
  }
  const answerTo = (call: SeenCall): Canned => {
    const list = answers.get(`${call.method} ${call.path.split('?')[0]}`)
    const answer = list && list.length > 1 ? list.shift() : list?.[0]
    if (answer) return typeof answer === 'function' ? answer(call) : answer
    if (call.method === 'POST' && call.path === '/session') return logIn()
    if (call.method === 'GET' && call.path === '/session') return { body: { accountId: actingAccount } }
    if (call.path === allowancesAsked) return { body: [publishedAllowances(call)] }
    return { status: 404, body: { errorCode: 'invalid.url' } }
  }
  /** Records the account that a login or an account switch selects for the session. */
  const noteAccount = ({ method, path, body: asked }: SeenCall, { status = 200, body }: Canned) => {
    if (path !== '/session' || status !== 200) return
    const named =
      method === 'PUT' ? asked?.accountId : (body as { currentAccountId?: string })?.currentAccountId
    if ((method === 'PUT' || method === 'POST') && typeof named === 'string') actingAccount = named
  }
  const server = createRespondingServer(({ method = '', url = '', headers }, body) => {
    const override = headers._method
    const call: SeenCall = {
      method: typeof override === 'string' ? override : method,
      path: url.replace(/^\/gateway\/deal/, ''),
      version: headers.version as string | undefined,
      headers,
      body: body.length === 0 ? null : (JSON.parse(String(body)) as Record<string, unknown>),
    }
    calls.push(call)
    const given = answerTo(call)
    noteAccount(call, given)
    const { status = 200, body: said, headers: more = {}, hangUp = false } = given
    if (hangUp) return null
    return { status, headers: more, body: typeof said === 'string' ? Buffer.from(said) : said }
  })
  const url = `${await listen(server)}/gateway/deal`
  return {
    url,
    calls,
    when: (call: string, ...list: Answer[]) => answers.set(call, list),
    /**
     * All calls as `METHOD /path` without the query, except logins and the requests for allowances that logins cause.
     */
    asked: () =>
      calls
        .map(({ method, path }) => `${method} ${path.split('?')[0]}`)
        .filter((call) => !call.endsWith(' /session') && !call.endsWith(allowancesAsked)),
    logins: () => calls.filter(({ method, path }) => method === 'POST' && path === '/session').length,
    reset: () => {
      calls.length = 0
      answers.clear()
      actingAccount = 'ZZ1AB'
    },
    stop: () => close(server),
  }
}
const distance = { unit: 'POINTS', value: 4 }
/** The details of a market, with the fields that the product needs. */
export const ftseDetails = {
  instrument: {
    epic: 'IX.D.FTSE.DAILY.IP',
    name: 'FTSE 100',
    expiry: 'DFB',
    currencies: [{ code: 'GBP', isDefault: true }],
  },
  dealingRules: {
    minDealSize: { value: 1 },
    minNormalStopOrLimitDistance: distance,
    maxStopOrLimitDistance: distance,
  },
  snapshot: { marketStatus: 'TRADEABLE', bid: 8_800, offer: 8_801, decimalPlacesFactor: 1, scalingFactor: 1 },
}

export type StandInIg = Awaited<ReturnType<typeof startStandInIg>>

/** Starts a stand-in for both environments of IG for the tests of the calling file, and resets it before each test. */
export const useStandInIg = () => {
  const ig = {} as StandInIg
  beforeAll(async () => {
    Object.assign(ig, await startStandInIg())
    process.env.IG_DEMO_URL = process.env.IG_LIVE_URL = ig.url
  })
  beforeEach(() => ig.reset())
  afterAll(() => ig.stop())
  return ig
}
