import type * as z from 'zod/mini'
import { type AccountFacts, equityReadingOf } from '../account-facts.ts'
import type { MarketFacts, Watchlist } from '../market-facts.ts'
import { readAccount } from '../read-account.ts'
import type { AccountState, Market } from '../../../shared/trading/model/snapshot.ts'
import type { BarWindow, PriceBar, SidedBar } from '../../../shared/journal/price-bars.ts'
import { instantIn, type LedgerRow } from '../../../shared/journal/ledger-row.ts'
import type { Instant } from '../../../shared/platform/units.ts'
import type { Mode } from '../../../shared/accounts/user.ts'
import { describeError, log } from '../../aws/log.ts'
import { systemClock, systemRandom } from '../../aws/system.ts'
import { type BudgetStore, budgetStore } from './budget-store.ts'
import { type SessionStore, sessionStore } from './session-store.ts'
import {
  type Broker,
  type BrokerLogin,
  type BrokerActivity,
  BrokerError,
  type Clock,
  type Random,
  type SendResult,
  stoppedCode,
} from '../../trading/ports/ports.ts'
import { type CallKind, igBudget, type Purpose, type Urgency } from './budget.ts'
import {
  allowanceSpent,
  classOf,
  errorOf,
  mayPassLater,
  missedTheMethod,
  refusesMarketOrders,
  provesRefusal,
  tokensDied,
  tokensMayHaveDied,
  wordsOf,
} from './error-codes.ts'
import {
  accountFactsOf,
  activitiesOf,
  barsOf,
  sidedBarsOf,
  candlesOf,
  closeBody,
  ledgerRowsOf,
  marketFactsOf,
  marketOf,
  type MarketWithRates,
  orderBody,
  stopBody,
  positionsOf,
  queryDateOf,
  verdictOf,
  workingOrdersOf,
} from './mapper.ts'
import { readTogether, type UnknownEpics } from './read-together.ts'
import * as schemas from './schemas.ts'
import { igSessionKey, igSessions, type IgSession, type ReadCredentials } from './sessions.ts'
import { type IgReply, type IgRequest, NoReply, sendToIg } from './transport.ts'
import type { QuotedPosition, ListedOrder } from '../listed-deals.ts'
import type { Reading, AccountReading } from '../account-state.ts'

export type IgBrokerOptions = {
  readonly credentials: ReadCredentials
  readonly clock?: Clock
  readonly random?: Random
  readonly fetch?: typeof fetch
  /** Whose calls these are; by default an alert's. */
  readonly purpose?: Purpose
  readonly sessions?: SessionStore
  readonly budget?: BudgetStore
  /** 32 bytes that encrypt the shared session. */
  readonly sessionKey?: () => Promise<Buffer>
}

/** The Broker port, and what the dashboard reads beyond it. */
export type IgBroker = Omit<Broker, 'readAccount' | 'readPositions' | 'readMarket' | 'readActivity'> & {
  readAccount(login: BrokerLogin, known?: AccountState): Promise<AccountReading>
  /** Makes sure of a session on this account; after refusals, by one login more. @throws BrokerError */
  signIn(login: BrokerLogin): Promise<void>
  readPositions(login: BrokerLogin): Promise<Reading<QuotedPosition>>
  readOrders(login: BrokerLogin): Promise<Reading<ListedOrder>>
  readMarket(login: BrokerLogin, epic: string): Promise<MarketWithRates>
  /** What IG finds for a term, 50 at most, with the codes of each. Two requests. */
  findMarkets(login: BrokerLogin, term: string): Promise<readonly MarketFacts[]>
  /** Epics that IG finds for a term, the likeliest first. */
  searchEpics(login: BrokerLogin, term: string): Promise<readonly string[]>
  /**
   * What IG says of up to 50 epics; one request.
   * @throws BrokerError not-found if IG does not know one of them
   */
  readMarketFacts(login: BrokerLogin, epics: readonly string[]): Promise<readonly MarketFacts[]>
  /** The user's own lists at IG, and IG's. */
  listWatchlists(login: BrokerLogin): Promise<readonly Watchlist[]>
  /** @returns the epics in it */
  readWatchlist(login: BrokerLogin, id: string): Promise<readonly string[]>
  /** The account's name, type and money. */
  readFacts(login: BrokerLogin): Promise<AccountFacts>
  /** Rows of the transaction history that were booked between two times, in any order. */
  readTransactions(login: BrokerLogin, from: Instant, to: Instant): Promise<readonly LedgerRow[]>
  readActivity(login: BrokerLogin, from: Instant, to?: Instant): Promise<BrokerActivity[]>
  /** Middle prices, the oldest first. Each costs one of IG's weekly 10,000 points. */
  readBars(login: BrokerLogin, epic: string, window: BarWindow): Promise<readonly PriceBar[]>
  /** The same with both sides of the spread. */
  readSidedBars(login: BrokerLogin, epic: string, window: BarWindow): Promise<readonly SidedBar[]>
}

const timeouts = { read: 4_000, deal: 10_000 } as const

/**
 * Milliseconds: how long IG's word on which account a session acts holds for what trades, and how long it is asked for.
 */
const assertion = { holds: 1_000, deadline: 4_000 } as const

/** A read is tried this often; the pauses between double from the first, up to the longest, each cut by chance. */
const retries = { tries: 3, firstPause: 250, longestPause: 1_500, deadline: 9_000 } as const

/** An activity's dates carry no zone: asking from this much earlier misses nothing in any. */
const widestZone = 14 * 3_600_000
const mostPages = 5
/** Of the transaction history, 500 rows each: the oldest would be lost first. */
const mostTransactionPages = 40
const transactionsPerPage = 500
/** That one request may name. */
const mostEpics = 50

export const igBroker = (options: IgBrokerOptions): IgBroker => {
  const unknownEpics: Readonly<Record<Mode, UnknownEpics>> = { DEMO: new Map(), LIVE: new Map() }
  const { clock = systemClock, random = systemRandom } = options
  const fetchOnce = options.fetch ?? fetch
  const send = sendToIg.bind(null, fetchOnce)
  const budget = igBudget(clock, options.budget ?? budgetStore, options.purpose ?? 'orders')
  const sessions = igSessions({
    credentials: options.credentials,
    key: options.sessionKey ?? igSessionKey,
    store: options.sessions ?? sessionStore,
    clock,
    random,
    send,
    onLogin: (login, session) =>
      learnAllowed(login, session, async () => {
        const path = '/operations/application' as const
        const request = { method: 'GET', path, version: 1, timeout: timeouts.read } as const
        const found = schemas.Applications.safeParse((await send(login.mode, request, session)).body)
        return found.success ? found.data : []
      }),
  })

  const requests = new Map<string, number>()
  const accountName = ({ mode, accountId }: BrokerLogin) => `${mode} ${accountId}`
  const sendCounted = async (
    login: BrokerLogin,
    kind: CallKind,
    request: IgRequest,
    session: IgSession,
    urgency: Urgency = 'usual',
  ) => {
    await budget.spend(login, session.apiKey, kind, urgency === 'usual' && login.isExit ? 'urgent' : urgency)
    requests.set(accountName(login), (requests.get(accountName(login)) ?? 0) + 1)
    const reply = await send(login.mode, request, session)
    if (allowanceSpent(reply)) await budget.close(login, kind, reply.errorCode)
    return reply
  }

  /** Asks until there is an answer, or the tries or the time are used up. @throws BrokerError, NoReply */
  const ask = async (
    login: BrokerLogin,
    request: IgRequest,
    kind: CallKind = 'other',
    giveUpAt: Instant = clock.now() + retries.deadline,
    urgency: Urgency = 'usual',
  ): Promise<IgReply> => {
    let session = await sessions.current(login)
    let renewed = false
    for (let tried = 1; ; tried += 1) {
      const reply = await sendCounted(login, kind, request, session, urgency).catch(unreachable)
      if (!(reply instanceof BrokerError) && tokensMayHaveDied(reply) && !renewed) {
        session = await sessions.renew(login, session)
        renewed = true
        tried -= 1
        continue
      }
      const failed = reply instanceof BrokerError ? reply : reply.status >= 500 ? errorOf(reply) : null
      if (!failed) return reply as IgReply
      const pause = random.unit() * Math.min(retries.longestPause, retries.firstPause * 2 ** tried)
      if (tried >= retries.tries || clock.now() + pause >= giveUpAt) throw failed
      await clock.sleep(pause)
    }
  }

  const get = async <T>(
    login: BrokerLogin,
    path: IgRequest['path'],
    version: IgRequest['version'],
    schema: Schema<T>,
    kind?: CallKind,
    giveUpAt?: Instant,
  ): Promise<T> => {
    const request = { method: 'GET', path, version, timeout: timeouts.read } as const
    const reply = await ask(login, request, kind, giveUpAt)
    if (reply.status !== 200) throw errorOf(reply)
    return parsed(schema, reply)
  }

  /** The session of which IG last said on which account it acts, and when. */
  let asserted: { readonly token: string; readonly at: Instant } | null = null
  /** Orders that leave in parallel ask once. */
  const asking = new Map<string, Promise<string>>()
  const actingAccount = (login: BrokerLogin, { accountToken }: IgSession): Promise<string> => {
    const answer =
      asking.get(accountToken) ?? askActingAccount(login).finally(() => asking.delete(accountToken))
    asking.set(accountToken, answer)
    return answer
  }
  const askActingAccount = async (login: BrokerLogin) => {
    const request = { method: 'GET', path: '/session', version: 1, timeout: timeouts.read } as const
    const reply = await ask(login, request, 'other', clock.now() + assertion.deadline, 'urgent')
    if (reply.status !== 200) throw errorOf(reply)
    return parsed(schemas.ActingSession, reply).accountId
  }
  /**
   * A session that acts on this account now, by IG's own word. The one that was logged in may have been switched since:
   * IG hands out the same tokens to two logins of one user within a minute, another user's and another program's too.
   * @throws BrokerError if it acts on another account, after logging in again also
   */
  const sessionOn = async (login: BrokerLogin): Promise<IgSession> => {
    for (let tried = 1; ; tried += 1) {
      const before = await sessions.current(login)
      if (asserted?.token === before.accountToken && clock.now() - asserted.at <= assertion.holds)
        return before
      // Its requests name their account themselves.
      if (before.isBearer) return before
      const accountId = await actingAccount(login, before)
      const session = await sessions.current(login)
      if (accountId === login.accountId) {
        asserted = { token: session.accountToken, at: clock.now() }
        return session
      }
      if (tried > 1)
        throw new BrokerError(
          'sign-in',
          `IG is using account ${accountId} for this login instead of ${login.accountId}. Another user or program may share the login`,
        )
      await sessions.renew(login, session)
    }
  }

  /**
   * An exit names its deal, which another account does not have: it must not wait for IG to be asked on which account the
   * session acts.
   */
  const unlessAllowance = (login: BrokerLogin) => (error: unknown) => {
    if (error instanceof BrokerError && error.kind === 'allowance') return sessions.current(login)
    throw error
  }

  /** Sends what trades: once; after a 401 that names dead tokens, which comes before dealing, once more. */
  const deal = async (
    login: BrokerLogin,
    request: Omit<IgRequest, 'timeout'>,
    {
      notAfter = Number.POSITIVE_INFINITY,
      isExit = false,
      stopReason = async () => null,
    }: { notAfter?: Instant; isExit?: boolean; stopReason?: () => Promise<string | null> },
  ): Promise<SendResult> => {
    const sendOnce = async (session: IgSession): Promise<IgReply | SendResult> => {
      const stop = await stopReason()
      if (stop !== null) return { kind: 'refused', code: stoppedCode, message: stop }
      if (clock.now() > notAfter) return tooLate
      try {
        return await sendCounted(login, 'trading', { ...request, timeout: timeouts.deal }, session)
      } catch (error) {
        if (!(error instanceof NoReply)) throw error
        if (!error.sent) throw new BrokerError('unreachable', 'couldn’t reach IG')
        return { kind: 'unknown', message: error.message }
      }
    }
    const session = await (isExit ? sessionOn(login).catch(unlessAllowance(login)) : sessionOn(login))
    const first = await sendOnce(session)
    if ('kind' in first || !tokensDied(first)) return sentOf(first)
    try {
      await sessions.renew(login, session)
      return sentOf(await sendOnce(await sessionOn(login)))
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error
      return { kind: 'refused', code: error.code ?? first.errorCode ?? error.kind, message: error.message }
    }
  }

  const sendClose = (login: BrokerLogin, body: ReturnType<typeof closeBody>) =>
    deal(login, { method: 'DELETE', path: '/positions/otc', version: 1, body }, { isExit: true })

  const readPrices = (login: BrokerLogin, epic: string, { length, from, to }: BarWindow) => {
    const range = `from=${queryDateOf(from)}&to=${queryDateOf(to)}`
    const path = `/prices/${encodeURIComponent(epic)}?resolution=${length}&${range}&pageSize=0` as const
    return get(login, path, 3, schemas.Prices, 'history')
  }

  const readMarket = async (login: BrokerLogin, epic: string) => {
    const quotedAt = clock.now()
    const details = await get(login, `/markets/${encodeURIComponent(epic)}`, 3, schemas.MarketDetails)
    if (details.instrument.epic !== epic)
      throw new BrokerError('unusable', 'IG returned a different market than requested')
    return marketOf(details, quotedAt, (await ownerOf(login)).currency)
  }

  const readFacts = async (login: BrokerLogin): Promise<AccountFacts> => {
    const { accounts } = await get(login, '/accounts', 1, schemas.Accounts)
    const own = accounts.find(({ accountId }) => accountId === login.accountId)
    if (!own) throw new BrokerError('unusable', 'IG does not list the account')
    return accountFactsOf(own)
  }
  const readPositions = async (login: BrokerLogin, giveUpAt?: Instant): Promise<Reading<QuotedPosition>> => {
    // Logging in takes its time, and makes no list older.
    await sessions.current(login)
    const readAt = clock.now()
    const reply = await get(login, '/positions', 2, schemas.Positions, 'other', giveUpAt)
    await askAllowed(login)
    return { ...(await ownerOf(login)), readAt, rows: positionsOf(reply) }
  }
  const readOrders = async (login: BrokerLogin): Promise<Reading<ListedOrder>> => {
    const readAt = clock.now()
    const reply = await get(login, '/workingorders', 2, schemas.WorkingOrders)
    const answeredAt = clock.now()
    return { ...(await ownerOf(login)), readAt, answeredAt, rows: workingOrdersOf(reply) }
  }
  const ownerOf = async (login: BrokerLogin) => {
    const { accountId, currency } = await sessions.current(login)
    return { accountId, currency }
  }

  /** What a key may ask may be far less than IG publishes, on demo above all: it says itself. Never worth a failure. */
  const askAllowed = async (login: BrokerLogin) => {
    if (!budget.mayAskAllowed(login)) return
    await learnAllowed(login, await sessions.current(login), () =>
      get(login, '/operations/application', 1, schemas.Applications),
    )
  }
  const learnAllowed = async (
    login: BrokerLogin,
    { apiKey }: Pick<IgSession, 'apiKey'>,
    read: () => Promise<z.infer<typeof schemas.Applications>>,
  ) => {
    try {
      const own = (await read()).find((application) => application.apiKey === apiKey)
      const allowed = own && {
        other: own.allowanceAccountOverall,
        otherPerKey: own.allowanceApplicationOverall,
        trading: own.allowanceAccountTrading,
      }
      await budget.saveAllowed(login, allowed ?? null)
    } catch (error) {
      log('warn', 'could not read IG allowances', { error: describeError(error) })
      await budget.saveAllowed(login, null)
    }
  }

  const readActivity = async (login: BrokerLogin, from: Instant, to?: Instant): Promise<BrokerActivity[]> => {
    const found: BrokerActivity[] = []
    const until = to === undefined ? '' : `&to=${queryDateOf(to + widestZone)}`
    let path: IgRequest['path'] | null =
      `/history/activity?from=${queryDateOf(from - widestZone)}${until}&detailed=true&pageSize=500`
    for (let page = 0; path && page < mostPages; page += 1) {
      const reply: schemas.Activities = await get(login, path, 3, schemas.Activities)
      found.push(...activitiesOf(reply, (await sessions.current(login)).timezoneOffset))
      path = nextPage(reply.metadata?.paging?.next)
    }
    return found
  }

  /** A bare day as the end cuts off that day, and dates are local to the account: a day more is asked for at both ends. */
  const readTransactions = async (login: BrokerLogin, from: Instant, to: Instant): Promise<LedgerRow[]> => {
    const found: LedgerRow[] = []
    const day = 24 * 3_600_000
    const range = `from=${queryDateOf(from - day)}&to=${queryDateOf(to + day)}`
    let total: number | null = null
    for (let page = 1; page <= mostTransactionPages; page += 1) {
      const query = `type=ALL&${range}&pageSize=${transactionsPerPage}&pageNumber=${page}`
      const reply = await get(login, `/history/transactions?${query}`, 2, schemas.Transactions)
      found.push(...ledgerRowsOf(reply))
      total = reply.metadata?.size ?? null
      if (reply.transactions.length === 0 || page >= (reply.metadata?.pageData?.totalPages ?? 1)) break
    }
    // A row that is booked meanwhile moves the others to the next page: one would be counted twice, or missed.
    if (total !== null && total !== found.length)
      throw new BrokerError('unusable', 'IG’s transaction history changed while it was being read')
    return found.filter(({ dateUtc }) => instantIn(dateUtc) >= from && instantIn(dateUtc) <= to)
  }

  const searchEpics = async (login: BrokerLogin, term: string) =>
    epicsOf(await get(login, `/markets?searchTerm=${encodeURIComponent(term)}`, 1, schemas.MarketsSearched))

  /** Of several markets, in one request. @throws BrokerError not-found if IG does not know one of them */
  const readDetails = async (login: BrokerLogin, epics: readonly string[]): Promise<readonly unknown[]> => {
    const query = `epics=${epics.map(encodeURIComponent).join(',')}&filter=ALL`
    return (await get(login, `/markets?${query}`, 2, schemas.MarketsDetails)).marketDetails
  }

  const readMarketFacts = async (login: BrokerLogin, epics: readonly string[]): Promise<MarketFacts[]> => {
    const marketDetails = await readDetails(login, epics)
    return marketDetails.flatMap((details) => {
      const market = schemas.MarketCodes.safeParse(details)
      return market.success ? [marketFactsOf(market.data)] : []
    })
  }

  return {
    takeRequests: (login) => {
      const sent = requests.get(accountName(login)) ?? 0
      requests.delete(accountName(login))
      return sent
    },
    lastShortage: budget.lastShortage,
    signIn: async (login) => {
      await sessions.open(login)
    },
    readPositions,
    readOrders,
    readFacts,
    readEquity: async (login) => {
      const at = clock.now()
      return equityReadingOf(await readFacts(login), at)
    },

    readAccount: (login, known) =>
      readAccount({ readPositions, readOrders, clock, deadline: retries.deadline }, login, known),

    readMarket,

    findMarkets: async (login, term) => {
      const epics = await searchEpics(login, term)
      return epics.length === 0 ? [] : readMarketFacts(login, epics.slice(0, mostEpics))
    },
    searchEpics,
    readMarketFacts,

    listWatchlists: async (login) =>
      (await get(login, '/watchlists', 1, schemas.Watchlists)).watchlists.map(({ id, name, editable }) => ({
        id,
        name,
        isOwn: editable === true,
      })),

    readWatchlist: async (login, id) =>
      epicsOf(await get(login, `/watchlists/${encodeURIComponent(id)}`, 1, schemas.MarketsSearched)),

    readMarkets: async (login, wanted) => {
      const found: Market[] = []
      const readSome = async (some: readonly string[]): Promise<boolean> => {
        const quotedAt = clock.now()
        try {
          const marketDetails = await readDetails(login, some)
          const { currency } = await ownerOf(login)
          for (const details of marketDetails) {
            const market = schemas.MarketDetails.safeParse(details)
            if (market.success && some.includes(market.data.instrument.epic))
              found.push(...usableMarket(market.data, quotedAt, currency))
          }
          return true
        } catch (error) {
          if (!(error instanceof BrokerError) || !mayNameUnknownEpic(error)) throw error
          return false
        }
      }
      await readTogether(wanted, unknownEpics[login.mode], clock.now(), readSome)
      return found
    },

    readBars: async (login, epic, window) => barsOf(await readPrices(login, epic, window)),
    readSidedBars: async (login, epic, window) => sidedBarsOf(await readPrices(login, epic, window)),

    readDailyCandles: async (login, epic, count) => {
      // The last candle is still forming: one more is asked for, and it is left out.
      const query = `resolution=DAY&max=${count + 1}&pageSize=0`
      const prices = await get(
        login,
        `/prices/${encodeURIComponent(epic)}?${query}`,
        3,
        schemas.Prices,
        'history',
      )
      const candles = candlesOf(prices)
      return candles.slice(0, -1).slice(-count)
    },

    place: (login, order, dealReference, notAfter, stopReason) =>
      deal(
        login,
        {
          method: 'POST',
          path: order.type === 'MARKET' ? '/positions/otc' : '/workingorders/otc',
          version: 2,
          body: orderBody(order, dealReference),
        },
        { notAfter, ...(stopReason ? { stopReason } : {}) },
      ),

    closePosition: async (login, position) => {
      const sent = await sendClose(login, closeBody(position))
      if (sent.kind !== 'refused') return sent
      if (missedTheMethod(sent.code)) return { ...sent, mayPassLater: true }
      if (!refusesMarketOrders(sent.code)) return sent
      const { bid, offer } = await readMarket(login, position.epic)
      const level = position.direction === 'BUY' ? bid : offer
      return level === null ? { ...sent, mayPassLater: true } : sendClose(login, closeBody(position, level))
    },

    // Nothing is lost if it is sent twice, but it counts as dealing, and its answer is a deal's.
    moveStop: (login, change) =>
      deal(
        login,
        {
          method: 'PUT',
          path: `/positions/otc/${encodeURIComponent(change.dealId)}`,
          version: 2,
          body: stopBody(change),
        },
        { isExit: true },
      ),

    deleteOrder: (login, dealId) =>
      deal(
        login,
        {
          method: 'DELETE',
          path: `/workingorders/otc/${encodeURIComponent(dealId)}`,
          version: 2,
          body: {},
        },
        { isExit: true },
      ),

    confirm: async (login, dealReference) => {
      const path = `/confirms/${encodeURIComponent(dealReference)}` as const
      const request = { method: 'GET', path, version: 1, timeout: timeouts.read } as const
      const reply = await ask(login, request, 'other', clock.now() + retries.deadline, 'confirm')
      // Not there yet, or no longer; 405 with an empty body means the same.
      if (reply.status === 404 || reply.status === 405) return null
      if (reply.status !== 200) throw errorOf(reply)
      const confirm = parsed(schemas.Confirm, reply)
      if (confirm.dealReference !== dealReference)
        throw new BrokerError('unusable', 'IG confirmed a different deal than requested')
      const verdict = verdictOf(confirm)
      if (verdict.kind !== 'rejected' || verdict.reason !== 'UNKNOWN') return verdict
      // The history says at times what the confirm does not, as that IG has no price in this currency.
      const told = await readActivity(login, clock.now()).catch(noneIfRefused)
      const entry = told.find(
        ({ status, dealId, dealReference: of }) =>
          status === 'REJECTED' && (of === dealReference || (dealId !== '' && dealId === confirm.dealId)),
      )
      return entry?.description ? { ...verdict, message: entry.description } : verdict
    },

    readActivity,
    readTransactions,
  }
}

const noneIfRefused = (error: unknown): readonly BrokerActivity[] => {
  if (error instanceof BrokerError) return []
  throw error
}

/** One unknown epic fails a common read: 404 as recorded; IG's other words for it are 400. */
const mayNameUnknownEpic = ({ kind, code }: BrokerError) =>
  kind === 'not-found' || (kind === 'unusable' && classOf(code) === 'invalid')

/** None if IG names what cannot be dealt with: when its own alert comes, that one reports it. */
const usableMarket = (...details: Parameters<typeof marketOf>): MarketWithRates[] => {
  try {
    return [marketOf(...details)]
  } catch (error) {
    if (error instanceof BrokerError) return []
    throw error
  }
}

const tooLate: SendResult = {
  kind: 'refused',
  code: 'TOO_LATE',
  message: 'the order couldn’t be sent in time',
}

/** Those first that can be held without an end: what ends is seldom meant. */
const epicsOf = ({ markets }: z.infer<typeof schemas.MarketsSearched>): string[] => {
  const isUndated = (expiry: string | null | undefined) =>
    expiry == null || expiry === 'DFB' || expiry === '-'
  return markets
    .toSorted((one, other) => Number(isUndated(other.expiry)) - Number(isUndated(one.expiry)))
    .map(({ epic }) => epic)
}

type Schema<T> = { safeParse(value: unknown): { success: true; data: T } | { success: false } }

const parsed = <T>(schema: Schema<T>, { body }: IgReply): T => {
  const result = schema.safeParse(body)
  if (!result.success)
    throw new BrokerError('unusable', 'IG sent a response that Signalpost doesn’t understand')
  return result.data
}

/** A failed connection counts as no answer; errors of ours pass. */
const unreachable = (error: unknown): BrokerError => {
  if (error instanceof NoReply) return new BrokerError('unreachable', 'IG could not be reached')
  throw error
}

const sentOf = (reply: IgReply | SendResult): SendResult => {
  if ('kind' in reply) return reply
  const receipt = schemas.DealReceipt.safeParse(reply.body)
  if (reply.status === 200 && receipt.success)
    return { kind: 'received', dealReference: receipt.data.dealReference }
  if (provesRefusal(reply))
    return {
      kind: 'refused',
      code: reply.errorCode as string,
      message: wordsOf(reply.errorCode),
      ...(mayPassLater(reply.errorCode) ? { mayPassLater: true } : {}),
    }
  return {
    kind: 'unknown',
    message: `IG’s response was inconclusive (HTTP ${reply.status}${reply.errorCode ? `, ${reply.errorCode}` : ''})`,
  }
}

/** IG names the next page by a path; only its query is believed. */
const nextPage = (next: string | null | undefined): IgRequest['path'] | null =>
  next?.includes('?') ? `/history/activity?${next.slice(next.indexOf('?') + 1)}` : null
