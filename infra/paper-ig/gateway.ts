import { randomBytes } from 'node:crypto'
import type { Book, PaperAccount } from './book.ts'
import { type PaperMarket, paperMarkets } from './markets.ts'
import { candles } from './prices.ts'
import {
  type Body,
  optionalNumber,
  readClosing,
  readGoodTill,
  readOpening,
  readWorking,
  requiredText,
  WireError,
  oneOf,
} from './validation.ts'
import {
  accountView,
  activityView,
  confirmView,
  marketView,
  orderView,
  positionView,
  priceView,
  shortMarket,
} from './views.ts'

export type WireRequest = {
  /** The effective method: `_method` wins. */
  readonly method: string
  /** Sent as a real DELETE, whose body the gateway throws away. */
  readonly isBareDelete: boolean
  /** Below /gateway/deal. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Body
}
export type WireAnswer = {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

type Session = {
  readonly identifier: string
  cst: string
  securityToken: string
  access: string
  refresh: string
  accountId: string
  /** Epoch milliseconds. */
  cstUntil: number
  cstLatest: number
  accessUntil: number
  refreshUntil: number
}

const hour = 3_600_000
const cstLife = 6 * hour
const cstLongest = 72 * hour
const accessLife = 60_000
const refreshLife = 10 * 60_000
/** Points of history that an account may fetch in a week. */
const historyPoints = 10_000

const ok = (body: unknown, headers?: Record<string, string>): WireAnswer => ({
  status: 200,
  body,
  ...(headers ? { headers } : {}),
})
const code = (status: number, errorCode: string) => new WireError(status, errorCode)

/** One environment's gateway: sessions, allowances, and IG's endpoints over the book. */
export class Gateway {
  readonly book: Book
  private sessions: Session[] = []
  private readonly spent = new Map<string, number[]>()
  private readonly points = new Map<string, number>()

  constructor(book: Book) {
    this.book = book
  }

  /** Sessions go on: IG's own would. */
  refillAllowances() {
    this.spent.clear()
    this.points.clear()
  }

  /** Whose account a request acts on; null before sign-in. For the wire log. */
  accountIdOf(request: WireRequest): string | null {
    try {
      return this.signedIn(request).account.accountId
    } catch {
      return null
    }
  }

  handle(request: WireRequest): WireAnswer {
    try {
      this.book.settle()
      return this.route(request)
    } catch (error) {
      if (error instanceof WireError) return { status: error.status, body: { errorCode: error.message } }
      throw error
    }
  }

  private route(request: WireRequest): WireAnswer {
    const { method, path } = request
    const [, first = '', second = '', third = '', fourth = '', fifth = ''] = path
      .split('/')
      .map(decodeURIComponent)
    const key = request.headers['x-ig-api-key']
    if (!key) throw code(400, 'error.security.api-key-missing')
    if (/invalid/i.test(key)) throw code(403, 'error.security.api-key-invalid')

    if (first === 'session' && second === '' && method === 'POST') return this.login(request, key)
    if (first === 'session' && second === 'refresh-token') return this.refresh(request)

    const { session, account } = this.signedIn(request)
    const trades =
      method !== 'GET' && (path.startsWith('/positions/otc') || path.startsWith('/workingorders/otc'))
    this.spend(key, account.accountId, trades)

    switch (`${method} /${first}`) {
      case 'GET /session':
        return ok(
          {
            accountId: account.accountId,
            clientId: session.identifier,
            currency: 'GBP',
            lightstreamerEndpoint: null,
            locale: 'en_GB',
            timezoneOffset: 0,
          },
          request.query.get('fetchSessionTokens') === 'true'
            ? { cst: session.cst, 'x-security-token': session.securityToken }
            : undefined,
        )
      case 'PUT /session':
        return this.switchAccount(request, session)
      case 'DELETE /session':
        this.sessions = this.sessions.filter((candidate) => candidate !== session)
        return { status: 204 }
      case 'GET /accounts':
        if (second === 'preferences') return ok({ trailingStopsEnabled: false })
        return ok({
          accounts: this.book.accountsOf(session.identifier).map((own) => accountView(this.book, own)),
        })
      case 'PUT /accounts':
        return ok({ status: 'SUCCESS' })
      case 'GET /markets':
        return second ? ok(marketView(this.book, this.marketOf(second))) : this.markets(request, account)
      case 'GET /prices':
        return this.prices(request, account, second, third, fourth, fifth)
      case 'GET /positions':
        return this.positions(account, second)
      case 'POST /positions':
        return ok({ dealReference: this.book.open(account, this.knownMarket(readOpening(request.body))) })
      case 'PUT /positions':
        return this.amendPosition(request, account, third)
      case 'DELETE /positions':
        return this.closePosition(request, account)
      case 'GET /workingorders':
        return ok({
          workingOrders: account.orders
            .filter(({ shownFrom }) => shownFrom <= this.book.now)
            .map((order) => orderView(this.book, order)),
        })
      case 'POST /workingorders':
        return ok({
          dealReference: this.book.placeOrder(account, this.knownMarket(readWorking(request.body))),
        })
      case 'PUT /workingorders':
        return this.amendOrder(request, account, third)
      case 'DELETE /workingorders':
        return ok({ dealReference: this.book.deleteOrder(account, third) })
      case 'GET /confirms': {
        const confirm = this.book.readConfirm(second)
        if (!confirm) throw code(404, 'error.confirms.deal-not-found')
        return ok(confirmView(confirm))
      }
      case 'GET /history':
        return second === 'activity' ? this.activity(request, account) : this.transactions()
      case 'GET /operations':
        return ok([this.application(key)])
      default:
        throw code(404, 'invalid.url')
    }
  }

  // --- sessions -------------------------------------------------------------------------------------------------------

  private login({ body, headers }: WireRequest, key: string): WireAnswer {
    const identifier = requiredText(body, 'identifier', /^[A-Za-z0-9\-_]{1,30}$/)
    if (!body.password) throw code(400, 'validation.null-not-allowed.request.password')
    this.spend(key, `login ${identifier}`, false)
    if (!/^paper/i.test(identifier)) throw code(401, 'error.security.invalid-details')
    const accounts = this.book.accountsOf(identifier)
    const current = accounts[0] as PaperAccount
    const token = (name: string) => `${name}-${randomBytes(18).toString('hex')}`
    const { now } = this.book
    const session: Session = {
      identifier,
      cst: token('cst'),
      securityToken: token('xst'),
      access: token('access'),
      refresh: token('refresh'),
      accountId: current.accountId,
      cstUntil: now + cstLife,
      cstLatest: now + cstLongest,
      accessUntil: now + accessLife,
      refreshUntil: now + refreshLife,
    }
    this.sessions.push(session)
    if (headers.version === '3')
      return ok({
        clientId: identifier,
        accountId: current.accountId,
        timezoneOffset: 0,
        lightstreamerEndpoint: null,
        oauthToken: oauthView(session),
      })
    return ok(
      {
        accountType: current.accountType,
        accountInfo: this.book.balanceOf(current),
        currencyIsoCode: 'GBP',
        currencySymbol: '£',
        currentAccountId: current.accountId,
        lightstreamerEndpoint: null,
        accounts: accounts.map((account) => {
          const { accountId, accountName, preferred, accountType } = accountView(this.book, account)
          return { accountId, accountName, preferred, accountType }
        }),
        clientId: identifier,
        timezoneOffset: 0,
        hasActiveDemoAccounts: true,
        hasActiveLiveAccounts: true,
        trailingStopsEnabled: false,
        reroutingEnvironment: null,
        dealingEnabled: true,
      },
      { cst: session.cst, 'x-security-token': session.securityToken },
    )
  }

  private refresh({ body }: WireRequest): WireAnswer {
    const session = this.sessions.find(({ refresh }) => refresh === body.refresh_token)
    if (!session || session.refreshUntil <= this.book.now)
      throw code(401, 'error.security.oauth-token-invalid')
    session.access = `access-${randomBytes(18).toString('hex')}`
    session.refresh = `refresh-${randomBytes(18).toString('hex')}`
    session.accessUntil = this.book.now + accessLife
    session.refreshUntil = this.book.now + refreshLife
    return ok(oauthView(session))
  }

  private signedIn({ headers }: WireRequest): { session: Session; account: PaperAccount } {
    const { now } = this.book
    const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
    if (bearer) {
      const session = this.sessions.find(({ access }) => access === bearer)
      if (!session || session.accessUntil <= now) throw code(401, 'error.security.oauth-token-invalid')
      return { session, account: this.ownAccount(session, headers['ig-account-id'] ?? session.accountId) }
    }
    if (!headers.cst) throw code(401, 'error.security.client-token-missing')
    const session = this.sessions.find(({ cst }) => cst === headers.cst)
    if (!session || session.cstUntil <= now || session.cstLatest <= now)
      throw code(401, 'error.security.client-token-invalid')
    if (!headers['x-security-token']) throw code(401, 'error.security.account-token-missing')
    if (session.securityToken !== headers['x-security-token'])
      throw code(401, 'error.security.account-token-invalid')
    session.cstUntil = now + cstLife
    return { session, account: this.ownAccount(session, session.accountId) }
  }

  private ownAccount(session: Session, accountId: string): PaperAccount {
    const account = this.book.accountsOf(session.identifier).find((own) => own.accountId === accountId)
    if (!account) throw code(403, 'error.security.account-access-denied')
    return account
  }

  private switchAccount({ body, headers }: WireRequest, session: Session): WireAnswer {
    const accountId = requiredText(body, 'accountId', /^[A-Za-z0-9-]{1,30}$/)
    if (headers.authorization) throw code(400, 'invalid.input')
    if (accountId === session.accountId) throw code(412, 'error.switch.accountId-must-be-different')
    if (!this.book.accountsOf(session.identifier).some((own) => own.accountId === accountId))
      throw code(400, 'error.switch.invalid-accountId')
    session.accountId = accountId
    session.securityToken = `xst-${randomBytes(18).toString('hex')}`
    return ok(
      {
        dealingEnabled: true,
        hasActiveDemoAccounts: true,
        hasActiveLiveAccounts: true,
        trailingStopsEnabled: false,
      },
      { 'x-security-token': session.securityToken },
    )
  }

  // --- allowances -----------------------------------------------------------------------------------------------------

  private spend(key: string, accountId: string, trades: boolean) {
    const { allowances } = this.book.behaviour
    if (trades)
      return this.spendOne(
        `trading ${accountId}`,
        allowances.trading,
        'error.public-api.exceeded-account-trading-allowance',
      )
    this.spendOne(`account ${accountId}`, allowances.account, 'error.public-api.exceeded-account-allowance')
    this.spendOne(`key ${key}`, allowances.key, 'error.public-api.exceeded-api-key-allowance')
  }

  private spendOne(name: string, most: number, errorCode: string) {
    const { now } = this.book
    const times = (this.spent.get(name) ?? []).filter((at) => now - at < 60_000)
    this.spent.set(name, times)
    if (times.length >= most) throw code(403, errorCode)
    times.push(now)
  }

  private application(apiKey: string) {
    const { key, account, trading } = this.book.behaviour.allowances
    return {
      name: 'paper',
      apiKey,
      status: 'ENABLED',
      allowanceApplicationOverall: key,
      allowanceAccountTrading: trading,
      allowanceAccountOverall: account,
      allowanceAccountHistoricalData: historyPoints,
      concurrentSubscriptionsLimit: 40,
      allowEquities: false,
      allowQuoteOrders: false,
      createdDate: '2026-01-01',
    }
  }

  // --- markets and prices ---------------------------------------------------------------------------------------------

  private marketOf(epic: string): PaperMarket {
    const market = this.book.market(epic)
    if (!market) throw code(404, 'error.public-api.epic-not-found')
    return market
  }

  /** Before dealing, an epic that nobody knows is the gateway's own refusal. */
  private knownMarket<Deal extends { readonly epic: string }>(deal: Deal): Deal {
    if (!this.book.market(deal.epic)) throw code(404, 'error.trading.otc.instrument-not-found')
    return deal
  }

  private markets({ query }: WireRequest, account: PaperAccount): WireAnswer {
    const epics = query.get('epics')?.split(',')
    if (epics) {
      if (epics.length > 50) throw code(400, 'error.public-api.too-many-epics')
      const snapshotOnly = query.get('filter') === 'SNAPSHOT_ONLY'
      return ok({
        marketDetails: epics.map((epic) => marketView(this.book, this.marketOf(epic), snapshotOnly)),
      })
    }
    const term = (query.get('searchTerm') ?? '').toLowerCase()
    return ok({
      markets: paperMarkets
        .filter(({ accountType }) => accountType === account.accountType)
        .filter(({ name, epic }) => `${name} ${epic}`.toLowerCase().includes(term))
        .map((market) => shortMarket(this.book, market)),
    })
  }

  private prices(
    { query }: WireRequest,
    account: PaperAccount,
    epic: string,
    inPath: string,
    number: string,
    to: string,
  ): WireAnswer {
    const market = this.marketOf(epic)
    const resolution = inPath || (query.get('resolution') ?? 'MINUTE')
    const length = resolutions[resolution]
    if (!length) throw code(400, 'invalid.input')
    if (to) throw code(400, 'error.invalid.daterange')
    const most = Number(number || query.get('max') || 10)
    const pageSize = Number(query.get('pageSize') ?? 20)
    if (!Number.isInteger(most) || most < 1 || most > historyPoints) throw code(400, 'invalid.input')
    const count = inPath || pageSize === 0 ? most : Math.min(most, pageSize)
    const left = historyPoints - (this.points.get(account.accountId) ?? 0)
    if (count > left) throw code(403, 'error.public-api.exceeded-account-historical-data-allowance')
    this.points.set(account.accountId, historyPoints - left + count)
    const prices = candles(this.book.seed, market, this.book.now, length, count).map((candle) =>
      priceView(market, candle.at, candle),
    )
    const allowance = {
      remainingAllowance: left - count,
      totalAllowance: historyPoints,
      allowanceExpiry: 604_800,
    }
    return ok(
      inPath
        ? { prices, instrumentType: market.type, allowance }
        : {
            prices,
            instrumentType: market.type,
            metadata: {
              size: count,
              allowance,
              pageData: { pageNumber: 1, pageSize, totalPages: Math.ceil(most / (pageSize || most)) },
            },
          },
    )
  }

  // --- positions and orders -------------------------------------------------------------------------------------------

  private positions(account: PaperAccount, dealId: string): WireAnswer {
    const shown = account.positions.filter(({ shownFrom }) => shownFrom <= this.book.now)
    if (!dealId) return ok({ positions: shown.map((position) => positionView(this.book, position)) })
    const position = shown.find((candidate) => candidate.dealId === dealId)
    if (!position) throw code(404, 'error.position.notfound')
    return ok(positionView(this.book, position))
  }

  private closePosition({ body, isBareDelete }: WireRequest, account: PaperAccount): WireAnswer {
    // The gateway throws the body of a real DELETE away, and then misses everything that was in it.
    if (isBareDelete) throw code(400, 'validation.null-not-allowed.request')
    const { dealId, direction, size } = readClosing(body)
    return ok({ dealReference: this.book.close(account, dealId, direction, size) })
  }

  private amendPosition({ body }: WireRequest, account: PaperAccount, dealId: string): WireAnswer {
    const reference = this.book.amend(
      account,
      dealId,
      optionalNumber(body, 'stopLevel'),
      optionalNumber(body, 'limitLevel'),
    )
    if (!reference) throw code(404, 'error.position.notfound')
    return ok({ dealReference: reference })
  }

  private amendOrder({ body }: WireRequest, account: PaperAccount, dealId: string): WireAnswer {
    const level = optionalNumber(body, 'level')
    if (level === null) throw code(400, 'validation.null-not-allowed.request.level')
    const reference = this.book.amendOrder(account, dealId, {
      level,
      type: oneOf(body, 'type', ['LIMIT', 'STOP']),
      goodTill: readGoodTill(body),
      stopDistance: optionalNumber(body, 'stopDistance'),
      limitDistance: optionalNumber(body, 'limitDistance'),
    })
    if (!reference) throw code(404, 'error.position.notfound')
    return ok({ dealReference: reference })
  }

  // --- history --------------------------------------------------------------------------------------------------------

  private activity({ query }: WireRequest, account: PaperAccount): WireAnswer {
    const from = Date.parse(`${query.get('from') ?? ''}Z`)
    const to = query.get('to') ? Date.parse(`${query.get('to')}Z`) : Infinity
    if (!Number.isFinite(from)) throw code(400, 'error.malformed.date')
    const pageSize = Number(query.get('pageSize') ?? 50)
    if (pageSize < 10 || pageSize > 500) throw code(400, 'error.request.invalid.page-size')
    const dealId = query.get('dealId')
    const wanted = filterOf(query.get('filter'))
    // Dates are whole seconds on the wire, so a bound takes its whole second with it.
    const entries = account.activity.filter(
      (entry) =>
        entry.at >= from && entry.at < to + 1_000 && (!dealId || entry.dealId === dealId) && wanted(entry),
    )
    const page = entries.slice(0, pageSize)
    const rest = entries[pageSize]
    const detailed = query.get('detailed') === 'true'
    const next = rest
      ? `/history/activity?version=3&from=${query.get('from')}&to=${new Date(rest.at).toISOString().slice(0, 19)}&detailed=${detailed}&pageSize=${pageSize}`
      : null
    return ok({
      activities: page.map((entry) => activityView(this.book, entry, detailed)),
      metadata: { paging: { size: page.length, next } },
    })
  }

  private transactions(): WireAnswer {
    return ok({
      transactions: [],
      metadata: { size: 0, pageData: { pageNumber: 1, pageSize: 20, totalPages: 0 } },
    })
  }
}

const oauthView = ({ access, refresh }: Session) => ({
  access_token: access,
  refresh_token: refresh,
  scope: 'profile',
  token_type: 'Bearer',
  expires_in: '60',
})

const minute = 60_000
const resolutions: Readonly<Record<string, number>> = {
  SECOND: 1_000,
  MINUTE: minute,
  MINUTE_2: 2 * minute,
  MINUTE_3: 3 * minute,
  MINUTE_5: 5 * minute,
  MINUTE_10: 10 * minute,
  MINUTE_15: 15 * minute,
  MINUTE_30: 30 * minute,
  HOUR: hour,
  HOUR_2: 2 * hour,
  HOUR_3: 3 * hour,
  HOUR_4: 4 * hour,
  DAY: 24 * hour,
  WEEK: 7 * 24 * hour,
  MONTH: 30 * 24 * hour,
}

/** FIQL as far as it is used: `type==POSITION;channel!=SYSTEM`, `;` meaning and. */
const filterOf = (filter: string | null) => (entry: Readonly<Record<string, unknown>>) =>
  (filter ?? '')
    .split(';')
    .filter(Boolean)
    .every((term) => {
      const [, field = '', operator, value] = /^(\w+)(==|!=)(.+)$/.exec(term) ?? []
      return (entry[field] === value) === (operator === '==')
    })
