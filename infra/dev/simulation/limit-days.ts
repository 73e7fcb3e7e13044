import { sentenceOf } from '../../../shared/trading/sentence.ts'
import { decideAlert } from '../../../functions/trading/decide/decide-alert.ts'
import { emptyLedger } from '../../../functions/trading/ledger/ledger.ts'
import type { LimitedUser, LimitPorts } from '../../../functions/trading/watch/limit-ports.ts'
import type { AlertRecord } from '../../../functions/trading/ports/alert-record.ts'
import type { BrokerActivity } from '../../../functions/trading/ports/broker.ts'
import { visitUsers } from '../../../functions/trading/visit-users.ts'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import { type LossLimits, noLimits, type Trip } from '../../../shared/limits/loss-limits.ts'
import { defaultStrategyRules } from '../../../shared/strategies/strategy-rules.ts'
import { openTrip } from '../../../shared/trading/rules/limits.ts'
import type { RecentClose } from '../../../shared/trading/model/recent-close.ts'
import type { OpenPosition, TradingSettings } from '../../../shared/trading/model/snapshot.ts'
import {
  aMarket,
  anAccount,
  anAlert,
  anInstrument,
  aPosition,
  now as noon,
  someSettings,
} from '../testing/trading-values.ts'
import { calmWorld } from './engine.ts'
import { Chance, timeInLondon } from './scheduler.ts'

/**
 * The code in this file plays two trading days of a user with limits, in both modes. The account's value follows from a
 * small book, so that closes, their history rows and later entries affect each other. History rows come late. The
 * checks compute losses from the same book without the product's arithmetic.
 */

const second = 1_000
const minute = 60 * second
const modes = ['DEMO', 'LIVE'] as const
const boundaryAfter = 9 * minute
const lasts = 18
/** How many units of each currency one pound is worth. */
const rates: Readonly<Record<string, number>> = { GBP: 1, USD: 1.25 }
const epics = { GBP: 'IX.D.FTSE.DAILY.IP', USD: 'IX.D.SPTRD.DAILY.IP' } as const
type Currency = keyof typeof epics

const kinds = ['strategy', 'account', 'drawdown', 'transfers'] as const
const limit = 100

type Deal = {
  readonly dealId: string
  /** The strategy that opened the deal; null if the user opened it. */
  readonly strategy: string | null
  readonly currency: Currency
  readonly sign: 1 | -1
  readonly size: number
  readonly level: number
  readonly openedAt: number
}

type Row = { readonly at: number; readonly knownFrom: number; readonly pounds: number }

/** The true state of one account. */
class Book {
  cash = 10_000
  deals: Deal[] = []
  readonly closes: (Row & Deal & { readonly closedAt: number })[] = []
  readonly transfers: Row[] = []
  readonly recentCloses: RecentClose[] = []
  readonly activity: BrokerActivity[] = []
  trips: Trip[] = []
  /** The equity at the beginning of the day. The loss of the day is measured from it. */
  start = 10_000
  /** The highest balance at the end of any day. */
  high = 10_000
  /** Number of consecutive minutes in which the limit was reached when the scheduled run checked it. */
  reachedFor = 0
  wasReached = false
  wasRefused = false
  openAtTrip: ReadonlySet<string> | null = null
  /** When the last deal of `openAtTrip` was closed. */
  goneAt = 0
  /** Whether the limit was reached in some check of the day, even if the history did not show why. */
  hasLost = false

  readonly mode: Mode
  constructor(mode: Mode) {
    this.mode = mode
  }
  get accountId() {
    return `ZZ-${this.mode}`
  }
  running(prices: Readonly<Record<Currency, number>>, strategy?: string): number {
    return this.deals
      .filter((deal) => strategy === undefined || deal.strategy === strategy)
      .reduce((sum, deal) => sum + profitOf(deal, prices[deal.currency]), 0)
  }
}

const pence = (pounds: number) => Math.round(pounds * 100) / 100

const profitOf = ({ sign, level, size, currency }: Deal, price: number) =>
  pence((sign * (price - level) * size) / (rates[currency] ?? 1))

class LimitDays {
  readonly broken: string[] = []
  private readonly chance: Chance
  private readonly kind: (typeof kinds)[number]
  private readonly limits: LossLimits
  private readonly traded: Mode
  private readonly books = { DEMO: new Book('DEMO'), LIVE: new Book('LIVE') }
  private readonly prices = { GBP: 1_000, USD: 1_000 }
  private shutUntil = 0
  /** Whether IG reports no exchange rate for the dollar. */
  private readonly lacksRate: boolean
  private deals = 0
  private readonly world = calmWorld({
    readEquity: async ({ mode }) => {
      const { cash, ...book } = this.books[mode]
      const profitLoss = this.books[mode].running(this.prices)
      const margin = String(book.deals.length * 10 + 1)
      return {
        at: this.now,
        balance: String(pence(cash)),
        profitLoss: String(pence(profitLoss)),
        margin,
        currency: 'GBP',
      }
    },
    readPositions: async ({ mode }) => ({ rows: this.listed(this.books[mode]) }),
    readAccount: async ({ mode, accountId }) =>
      anAccount({ accountId, positions: this.listed(this.books[mode]), readAt: this.now }),
    readMarkets: async (_, wanted) => wanted.map((epic) => this.market(epic)),
    readActivity: async ({ mode }) => this.books[mode].activity,
  })

  constructor(seed: number) {
    this.chance = new Chance(seed ^ 0x2545f491)
    const { chance } = this
    this.kind = chance.oneOf(kinds)
    this.traded = chance.oneOf(modes)
    this.lacksRate = this.kind === 'strategy' && chance.happens(0.15)
    const money = { amount: limit, unit: 'MONEY' as const }
    const onReach = chance.oneOf(['STOP', 'CLOSE'] as const)
    this.limits = {
      ...noLimits,
      day: { time: timeInLondon(this.boundary), zone: 'Europe/London' },
      until: chance.oneOf(['NEXT_DAY', 'RESUMED']),
      onReach: { lossToday: onReach, fallToday: 'STOP', drawdown: onReach },
      lossToday: this.kind === 'account' || this.kind === 'transfers' ? money : null,
      drawdown: this.kind === 'drawdown' ? { ...money, stopsAtStart: false } : null,
    }
    this.world.tables.bookingsOf = ({ mode }) => this.bookings(this.books[mode])
  }

  private readonly begin = Math.ceil(noon / minute) * minute
  private get boundary() {
    return this.begin + boundaryAfter
  }
  private get now() {
    return this.world.clock.now()
  }

  async play() {
    for (let turn = 0; turn < lasts; turn += 1) {
      const at = this.begin + turn * minute
      this.moveTo(at)
      if (at === this.boundary) this.beginDay()
      // This decision comes before the new day's scheduled run. It must not use the account value of the previous day.
      this.moveTo(at + 3 * second)
      if (at === this.boundary) await this.decideIn(this.traded)
      this.moveTo(at + 10 * second)
      await this.visit()
      this.moveTo(at + 12 * second)
      await this.decideIn(this.traded, this.kind !== 'strategy')
      this.moveTo(at + 30 * second)
      for (const mode of modes) this.act(this.books[mode])
      this.moveTo(at + 31 * second)
      if (this.kind === 'strategy') await this.decideIn(this.traded)
      this.moveTo(at + 40 * second)
      if (this.kind === 'strategy' && this.chance.happens(0.5)) this.movePrices()
    }
    for (const mode of modes) this.checkClosed(this.books[mode])
  }

  private moveTo(at: number) {
    this.world.clock.pass(Math.max(0, at - this.now))
  }

  private fail(book: Book, what: string) {
    this.broken.push(
      `limit days: ${what} on ${book.mode}, kind ${this.kind}, ${(this.now - this.begin) / second} s after the start`,
    )
  }

  private beginDay() {
    for (const book of Object.values(this.books)) {
      book.start = book.cash + book.running(this.prices)
      // If the limit was reached and its trip ends with the day, the next drawdown is measured from the current
      // balance.
      const isOver = book.wasReached && this.limits.until === 'NEXT_DAY'
      book.high = isOver ? book.cash : Math.max(book.high, book.cash)
      book.reachedFor = 0
      if (this.limits.until === 'RESUMED') continue
      book.wasReached = false
      book.wasRefused = false
      book.hasLost = false
    }
  }

  // --- Events ---

  private act(book: Book) {
    const { chance } = this
    if (chance.happens(0.25)) this.movePrices()
    if (book.deals.length < 4 && chance.happens(0.45)) this.open(book, chance.oneOf(['s1', 's1', 's2', null]))
    const deal = book.deals[0]
    if (deal && chance.happens(0.35) && !this.isShut) this.close(book, deal)
    else if (this.kind === 'transfers' && chance.happens(0.3)) {
      const pounds = chance.oneOf([-400, -150, 150])
      book.cash += pounds
      const knownFrom = this.now + chance.between(0, 8) * minute
      book.transfers.push({ at: this.now, knownFrom, pounds })
    }
    if (chance.happens(0.1)) this.shutUntil = this.now + chance.between(1, 6) * minute
  }

  private get isShut() {
    return this.now < this.shutUntil
  }

  private movePrices() {
    for (const currency of ['GBP', 'USD'] as const) this.prices[currency] += this.chance.whole(-30, 30)
  }

  private open(book: Book, strategy: string | null) {
    const { chance } = this
    const currency = chance.oneOf(['GBP', 'USD'] as const)
    this.deals += 1
    book.deals.push({
      dealId: `${book.mode}-${this.deals}`,
      strategy,
      currency,
      sign: chance.oneOf([1, -1]),
      size: chance.whole(1, 3),
      level: this.prices[currency],
      openedAt: this.now,
    })
  }

  private close(book: Book, deal: Deal) {
    const { now } = this
    const pounds = profitOf(deal, this.prices[deal.currency])
    const { dealId, strategy, currency } = deal
    book.deals = book.deals.filter((other) => other !== deal)
    book.cash += pounds
    if (!book.deals.some((other) => book.openAtTrip?.has(other.dealId))) book.goneAt = now
    const knownFrom = now + this.chance.between(0, 5) * minute
    book.closes.push({ ...deal, at: now, closedAt: now, knownFrom, pounds })
    const actions = [{ kind: 'position closed' as const, dealId }]
    const entry = { type: 'POSITION', status: 'ACCEPTED', description: '', dealReference: null } as const
    book.activity.push({ ...entry, date: now, epic: epics[currency], dealId: `C-${dealId}`, actions })
    if (strategy === null) return
    const amount = String(pounds * (rates[currency] ?? 1))
    const made = { amount, currency }
    const close = { dealId, epic: epics[currency], strategy, since: now, at: now, isWhole: true, made }
    book.recentCloses.push(close)
  }

  // --- The product's ports ---

  private listed({ deals }: Book): OpenPosition[] {
    return deals.map(({ dealId, currency, sign, size, level, openedAt }) => ({
      ...aPosition({
        dealId,
        dealReference: `R-${dealId}`,
        epic: epics[currency],
        direction: sign === 1 ? 'BUY' : 'SELL',
        size: String(size),
        level: String(level),
        createdAt: openedAt,
      }),
      bid: String(this.prices[currency]),
      offer: String(this.prices[currency]),
      currency,
      contractSize: '1',
      stopLevel: null,
      isTradeable: !this.isShut,
    }))
  }

  private market(epic: string) {
    const isDollars = epic === epics.USD
    return aMarket({
      epic,
      currencyCode: isDollars ? 'USD' : 'GBP',
      worth:
        isDollars && this.lacksRate
          ? { kind: 'unknown', reason: 'IG gives no exchange rate' }
          : {
              kind: 'known',
              unitValue: '1',
              exchangeRate: isDollars ? String(rates.USD) : '1',
              accountCurrency: 'GBP',
            },
      quotedAt: this.now,
    })
  }

  private bookings({ closes, transfers }: Book) {
    const isKnown = ({ knownFrom }: Row) => knownFrom <= this.now
    const closed = closes.filter(isKnown).map(({ at, pounds, strategy, dealId }) => ({
      at,
      result: String(pounds),
      strategy,
      dealId,
    }))
    const moved = transfers.filter(isKnown).map(({ at, pounds }) => ({ at, amount: String(pounds) }))
    return { readAt: this.now, transfers: moved, charges: [], closes: closed, trades: closed }
  }

  private writeLedger(book: Book) {
    const { tables } = this.world
    const key = `ann#${book.mode}`
    const { accountId, deals, recentCloses } = book
    const owned = deals.flatMap(({ dealId, strategy, currency, openedAt: at }) => {
      const deal = { dealId, dealReference: `R-${dealId}`, accountId, epic: epics[currency], at }
      return strategy === null ? [] : [{ ...deal, strategy, market: 'TVC:UKX' }]
    })
    tables.accounts.set(key, { ...(tables.accounts.get(key) ?? emptyLedger), owned, recentCloses })
  }

  private get strategies() {
    const lossToday = this.kind === 'strategy' ? { amount: limit, unit: 'MONEY' as const } : null
    return { s1: { ...defaultStrategyRules, lossToday }, s2: defaultStrategyRules }
  }

  private userIn({ mode, accountId, trips }: Book): LimitedUser {
    return {
      userId: 'ann',
      captured: { mode, accountId, credentialsVersion: 3 },
      strategies: this.strategies,
      isTraded: mode === this.traded,
      isStopped: false,
      lossLimits: this.limits,
      trips,
    }
  }

  private async visit() {
    const { ports } = this.world
    for (const mode of modes) this.writeLedger(this.books[mode])
    const store: LimitPorts['store'] = {
      ...ports.store,
      listTimedUsers: async () => ['ann'],
      getVisitRound: async () => null,
      saveVisitRound: async () => {},
      getTimedAccounts: async () => modes.map((mode) => this.userIn(this.books[mode])),
      trip: async ({ mode }, trip) => this.trip(this.books[mode], trip),
      saveClosing: async ({ mode }, { at }, closing) => {
        const book = this.books[mode]
        book.trips = book.trips.map((trip) => (trip.at === at ? { ...trip, closing: [...closing] } : trip))
      },
      askForBookings: async () => {},
    }
    await visitUsers({ ...ports, store }, this.now + minute, (_, error) => {
      throw error
    })
    for (const mode of modes) this.checkVisit(this.books[mode])
    this.carryOut()
  }

  private trip(book: Book, trip: Trip): boolean {
    const standing = openTrip({ accountId: book.accountId, trips: book.trips }, trip.strategy, this.now)
    if (standing && (standing.closes || !trip.closes)) return false
    book.trips = [trip, ...book.trips.filter(({ strategy }) => strategy !== trip.strategy)]
    if (trip.closes) book.openAtTrip = new Set(book.deals.map(({ dealId }) => dealId))
    if (this.lost(book) >= limit) book.hasLost = true
    // If a close comes in the same minute as a transfer, the transfer may look like a loss.
    const isExplained = book.transfers.some(({ at }) =>
      book.closes.some((close) => Math.abs(close.at - at) < 70 * second),
    )
    if (trip.closes && !book.hasLost && !isExplained)
      this.fail(book, `everything is closed for a loss of ${this.lost(book)}`)
    return true
  }

  /** Carries out the alerts that close everything, if the markets are open. */
  private carryOut() {
    const { queued, tables } = this.world
    for (const { alertId } of queued.splice(0)) {
      const record = tables.alerts.get(alertId)
      if (!record) continue
      const book = this.books[record.captured.mode]
      const names = record.alert.onlyDeals ?? []
      const meant = book.deals.filter(({ dealId }) => names.includes(dealId) || names.includes(`R-${dealId}`))
      for (const deal of meant) {
        if (book.openAtTrip?.has(deal.dealId) === false)
          this.fail(book, `${deal.dealId}, opened after the trip, is closed`)
        if (!this.isShut) this.close(book, deal)
      }
      const outcome = {
        outcome: 'NOT_PLACED',
        ending: { kind: 'told', sentence: '' },
        trace: [],
        decidedAt: this.now,
      } as AlertRecord['outcome']
      tables.alerts.set(alertId, { ...record, outcome })
    }
  }

  // --- Promises ---

  /** The trading loss as the limit counts it, computed from the book. */
  private lost(book: Book): number {
    const { dayStart } = this
    const equity = book.cash + book.running(this.prices)
    const moved = book.transfers.filter(({ at }) => at >= dayStart).reduce((sum, row) => sum + row.pounds, 0)
    if (this.kind === 'drawdown') return pence(book.high - equity)
    if (this.kind !== 'strategy') return pence(book.start + moved - equity)
    return pence(-sumOf(this.closedToday(book)) - book.running(this.prices, 's1'))
  }

  private closedToday({ closes }: Book) {
    return closes.filter(({ strategy, at }) => strategy === 's1' && at >= this.dayStart)
  }

  private get dayStart() {
    return this.now >= this.boundary ? this.boundary : this.begin
  }

  /** Whether the history already shows all transfers. */
  private isTold({ transfers }: Book): boolean {
    return transfers.every(({ knownFrom }) => knownFrom <= this.now)
  }

  private checkVisit(book: Book) {
    const isReached = this.lost(book) >= limit && this.isTold(book)
    if (isReached) book.wasReached = true
    // The scheduled run does not read a strategy's open positions. They are read only when an alert of the strategy is
    // decided.
    if (this.kind === 'strategy') return
    if (this.lost(book) >= limit) book.hasLost = true
    const standing = openTrip({ accountId: book.accountId, trips: book.trips }, null, this.now)
    book.reachedFor = isReached && !standing ? book.reachedFor + 1 : 0
    // The product waits up to three minutes for a history row that explains a loss as a withdrawal.
    if (book.reachedFor > 4) this.fail(book, `a loss of ${this.lost(book)} tripped nothing`)
    const left = book.deals.filter(({ dealId }) => book.openAtTrip?.has(dealId))
    if (left.length > 0 && !standing) this.fail(book, `entries are taken while ${left.length} deals are open`)
  }

  private checkClosed(book: Book) {
    const left = book.deals.filter(({ dealId }) => book.openAtTrip?.has(dealId))
    // Deals may stay open while the market is shut, and for two minutes after it opens.
    if (left.length > 0 && this.shutUntil < this.now - 2 * minute)
      this.fail(book, `${left.length} deals of the trip stay open`)
  }

  /** @param restsOnVisit whether the scheduled run has just read the account's value */
  private async decideIn(mode: Mode, restsOnVisit = true) {
    const book = this.books[mode]
    this.writeLedger(book)
    const { ports, tables } = this.world
    const { accountId } = book
    const captured = { mode, accountId, credentialsVersion: 3 }
    const settings: TradingSettings = {
      ...someSettings({ ...captured, preventDuplicatePositionsForInstrument: false }),
      lossLimits: this.limits,
      strategies: this.strategies,
      trips: book.trips,
    }
    const record = {
      alertId: `alert-${this.now}`,
      userId: 'ann',
      captured,
      alert: anAlert({ strategy: 's1', firedAt: this.now }),
      acceptedAt: this.now,
      ofMinute: 1,
    }
    const decision = await decideAlert(ports, record, {
      settings,
      ledger: tables.accounts.get(`ann#${mode}`) ?? emptyLedger,
      accountState: null,
      findInstrument: async () => anInstrument(),
      listUndecided: async () => [],
      listInstrumentNames: async () => [],
      takenAt: this.now,
    })
    this.judge(book, decision, restsOnVisit)
  }

  private judge(book: Book, decision: Awaited<ReturnType<typeof decideAlert>>, restsOnVisit: boolean) {
    const isRefused =
      decision.kind === 'refuse' && ['loss limits', 'no limit reached'].includes(decision.rule ?? '')
    if (decision.kind !== 'place' && !isRefused)
      return this.fail(book, `the entry ended as ${decision.kind}: ${JSON.stringify(decision).slice(0, 300)}`)
    const lost = this.lost(book)
    const isReached = lost >= limit
    // In worlds with transfers, a later history row may show that the loss was a transfer.
    const wasRefused = book.wasRefused && this.kind !== 'transfers'
    const isSeen = isReached && this.isTold(book) && (restsOnVisit || this.kind === 'strategy')
    const isUnknown =
      this.lacksRate && book.deals.some(({ strategy, currency }) => strategy === 's1' && currency === 'USD')
    const mustRefuse = isSeen || wasRefused || isUnknown
    if (mustRefuse && !isRefused) this.fail(book, `an entry left with a loss of ${lost}`)
    // An entry is also refused if it can't be valued. This does not mean that the limit is reached.
    if (isRefused && isReached && !this.lacksRate) book.wasRefused = true
    if (isReached) book.wasReached = true
    if (isRefused && !this.mayRefuse(book)) {
      this.fail(book, `an entry was refused with a loss of ${lost}: ${sentenceOf(decision, '')}`)
    }
    return undefined
  }

  private mayRefuse(book: Book): boolean {
    // The product does not record that all deals are closed until its next run.
    const isClosing =
      book.deals.some(({ dealId }) => book.openAtTrip?.has(dealId)) ||
      (book.openAtTrip !== null && this.now - book.goneAt < 2 * minute)
    // Until its history row arrives, a transfer may look like a loss, and an unexplained loss stops entries.
    return book.wasReached || isClosing || this.lacksRate || this.kind === 'transfers'
  }
}

const sumOf = (rows: readonly Row[]) => rows.reduce((sum, { pounds }) => sum + pounds, 0)

/**
 * Plays the limit days of a seed.
 * @returns a text for each broken promise
 */
export const checkLimitDays = async (seed: number): Promise<readonly string[]> => {
  const days = new LimitDays(seed)
  await days.play()
  return days.broken
}
