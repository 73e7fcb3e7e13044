import type {
  Market,
  OpenPosition,
  OrderToPlace,
  StopChange,
} from '../../../shared/trading/model/snapshot.ts'
import {
  type Broker,
  type BrokerLogin,
  BrokerError,
  type SendResult,
  stoppedCode,
} from '../../../functions/trading/ports/broker.ts'
import type { Spending } from '../../../functions/broker/allowance/allowance.ts'
import { equityReadingOf } from '../../../functions/broker/account-facts.ts'
import type { Reading } from '../../../functions/broker/account-state.ts'
import type { ListedOrder, QuotedPosition } from '../../../functions/broker/listed-deals.ts'
import { mayPassLater, wordsOf } from '../../../functions/broker/ig/error-codes.ts'
import { activitiesOf } from '../../../functions/broker/ig/map-history.ts'
import {
  closeBody,
  marketOf,
  orderBody,
  positionsOf,
  stopBody,
  verdictOf,
  workingOrdersOf,
} from '../../../functions/broker/ig/mapper.ts'
import { readTogether, type UnknownEpics } from '../../../functions/broker/ig/read-together.ts'
import * as schemas from '../../../functions/broker/ig/schemas.ts'
import { readAccount } from '../../../functions/broker/read-account.ts'
import {
  accountOf,
  type Book,
  DealUntouched,
  marketOfDeal,
  openBook,
  readConfirm,
} from '../paper-ig/book/book.ts'
import { balanceOf, marginOf } from '../paper-ig/book/money.ts'
import { amendPosition } from '../paper-ig/book/amend-position.ts'
import { closePosition } from '../paper-ig/book/close-position.ts'
import { listedOrders, listedPositions } from '../paper-ig/book/lists.ts'
import { openPosition } from '../paper-ig/book/open-position.ts'
import { rollPosition } from '../paper-ig/book/roll-position.ts'
import { deleteOrder, placeOrder } from '../paper-ig/book/orders.ts'
import type { Fixed } from '../paper-ig/book/prices.ts'
import { usualSettings } from '../paper-ig/book/settings.ts'
import { holdMarket, settle } from '../paper-ig/book/settle.ts'
import { type Activity, emptyBook, type Position, type WorkingOrder } from '../paper-ig/book/state.ts'
import { confirmView, orderView, positionView } from '../paper-ig/gateway/deal-views.ts'
import { activityView } from '../paper-ig/gateway/history-views.ts'
import { marketView, shortMarket } from '../paper-ig/gateway/market-views.ts'
import { readClosing, readNewOrder, readOpening, readPositionChange } from '../paper-ig/gateway/read-deals.ts'
import { type PaperMarket, usualMarkets } from '../paper-ig/markets.ts'
import { type Counter, type SimAllowance, spendingOn } from './allowance.ts'
import type { FaultRates, FaultyWorld, Process, Strikes } from './process.ts'
import type { Chance, Scheduler } from './scheduler.ts'

/** How the broker answers a close in a scene: it closes the position, closes a part of the position, or refuses. */
export type CloseAnswer = 'ok' | 'part' | 'busy'

/** The paper market of a symbol. LSE:AAA is the first market, LSE:BBB the second, and so on. */
const paperMarketOf = (marketAndSymbol: string) => markets[marketAndSymbol.charCodeAt(4) - 65]

/** A trading request that was sent to the broker. The checker counts these requests. */
export type WireOrder = {
  readonly at: number
  readonly kind: 'place' | 'close' | 'delete' | 'stop'
  readonly login: BrokerLogin
  /** The deal reference of an order, or the deal ID that a close, deletion or stop change refers to. */
  readonly name: string
  /** The alert for which the request was sent. If several claims name the deal, this is the most probable alert. */
  readonly alertId: string | null
  /** The alerts whose claims name the deal of this request. Empty if the request places a new order. */
  readonly claimedBy: readonly string[]
  /** Milliseconds by which the sender's clock may have been wrong. */
  readonly clockError: number
  readonly isByHand: boolean
  readonly order?: OrderToPlace
  readonly stop?: StopChange
  /** The account's positions when the request was sent. */
  readonly before: readonly Pick<Position, 'dealId' | 'epic' | 'size'>[]
  /** The size by which the request reduced its position. */
  closed?: number
  readonly size?: string
  stopBefore?: number | null
  /** The position's limit before and after its stop was moved. */
  limits?: readonly [number | null, number | null]
  /** `untouched`: the sender has proof that nothing was done. `partly`: the sender has proof that a part was done. */
  result: 'done' | 'untouched' | 'partly' | 'unknown'
}

/** The facts about a request that are known before it is sent. */
type Outgoing = Omit<
  WireOrder,
  'at' | 'alertId' | 'claimedBy' | 'isByHand' | 'clockError' | 'result' | 'before'
>

type Sender = (wire: Outgoing, carryOut: (sent: WireOrder) => string | SendResult) => Promise<SendResult>

class Refused extends Error {}

/** A deal that the broker actually made. */
export type TrueDeal = {
  readonly dealId: string
  readonly dealReference: string
  readonly login: BrokerLogin
  readonly order: OrderToPlace
  readonly appliedAt: number
  /** When the lists first show the deal. `historyFrom` is when the history first shows it. */
  readonly shownFrom: number
  readonly historyFrom: number
  /** The account's positions and orders just before the deal. */
  readonly before: { readonly positions: readonly Position[]; readonly orders: readonly WorkingOrder[] }
}

/** A position or order, and the period for which it existed. */
export type Stood = {
  readonly dealId: string
  readonly epic: string
  readonly accountId: string
  readonly from: number
  readonly shownFrom: number
  until: number
  /** The period after an order has filled in which neither list shows its deal. */
  hidden?: { readonly from: number; readonly until: number }
}

export const quoteName = ({ accountId }: Pick<BrokerLogin, 'accountId'>, epic: string) =>
  `${accountId} ${epic}`

const orderTimeout = 10_000
/** Milliseconds within which our client must have read both lists. */
const readDeadline = 9_000

/** CFDs in three currencies. Each has a different value per point, so that a mix-up of markets is noticed. */
const markets = [
  'UA.D.AAPL.CASH.IP',
  'KA.D.VOD.CASH.IP',
  'IX.D.FTSE.CFD.IP',
  'CS.D.USDJPY.CFD.IP',
  // These markets get alerts only in worlds in which many alerts arrive together because a bar closes.
  'UC.D.MSFT.CASH.IP',
  'UD.D.TSLA.CASH.IP',
  'UC.D.NVDA.CASH.IP',
  'KA.D.BP.CASH.IP',
  'KA.D.BARC.CASH.IP',
  'KB.D.SHEL.CASH.IP',
  'IX.D.DAX.CFD.IP',
  'IX.D.DOW.CFD.IP',
  // Only worlds that play a scene trade these markets. Positions in the first market roll to the second.
  'EN.D.LCO.Month5.IP',
  'EN.D.LCO.Month6.IP',
].map((epic) => {
  const market = usualMarkets.find((each) => each.epic === epic)
  if (!market) throw new Error(`Paper IG has no ${epic}`)
  return market
})
export const epicOf = (index: number) => markets[index]?.epic ?? 'KA.D.NONE.CASH.IP'

/** The terms of a market. The checker computes orders from them without the product's code. */
export const termsOf = (epic: string) => {
  const market = marketCalled(epic)
  const { price, lotSize, scalingFactor, gbpRate, currency, expiry, decimals } = market
  return {
    level: price,
    /** The minimum size. If a partial close would leave less, the whole position is closed. */
    least: market.minDealSize,
    ...held(market),
    unitValue: lotSize * scalingFactor,
    gbpRate,
    currencyCode: currency,
    expiry,
    scalingFactor,
    decimals,
  }
}

const marketCalled = (epic: string): PaperMarket => {
  const market = markets.find((each) => each.epic === epic)
  if (!market) throw new Error(`No such market: ${epic}`)
  return market
}

const isShortOfFunds = ({ state }: Book, dealReference: string) =>
  state.confirms.findLast((confirm) => confirm.dealReference === dealReference)?.reason ===
  'INSUFFICIENT_FUNDS'

/** The fixed quote of a market. Only the simulated world moves it. */
const held = ({ price }: PaperMarket) => ({ bid: price * 0.999, offer: price * 1.001 })

/** IG's answers about a market whose quote is fixed. */
type Answers = {
  readonly short: ReturnType<typeof shortMarket>
  readonly details: schemas.MarketDetails
}
const answers = new Map<PaperMarket, Answers>()
const freshAnswers = (book: Book, market: PaperMarket): Answers => ({
  short: shortMarket(book, market),
  details: schemas.MarketDetails.parse(marketView(book, market)),
})
const answersOf = (book: Book, market: PaperMarket): Answers => {
  const known = answers.get(market) ?? freshAnswers(book, market)
  answers.set(market, known)
  return known
}

/** Maps a deal or history entry with our mapper, and maps it again only if it has changed. */
const rowOnce = <Item extends object, Row>(rowOf: (item: Item) => Row, moves: () => number = () => 0) => {
  const rows = new WeakMap<Item, { readonly was: string; readonly row: Row }>()
  return (item: Item & Changing): Row => {
    const was = [item.size, item.stopLevel, item.trail?.distance, item.trail?.step, moves()].join(' ')
    const known = rows.get(item)
    if (known && known.was === was) return known.row
    const row = rowOf(item)
    rows.set(item, { was, row })
    return row
  }
}

/** The fields of an open deal that may change. */
type Changing = Partial<Pick<Position, 'stopLevel' | 'trail'>> & { readonly size: number }

const accountCurrency = 'GBP'
/** Cash in GBP that never runs out, because most worlds do not test margin. */
export const richCash = 1e12

/** An order that IG rejected for lack of margin. */
type ShortOfFunds = {
  readonly at: number
  readonly order: OrderToPlace
  readonly dealReference: string
  readonly available: number
  readonly margin: number
  /** Whether the account has an opposite position or order in the same market. */
  readonly isHedge: boolean
  readonly positions: readonly Position[]
}

/**
 * Returns the alerts whose claims name a deal ID or deal reference, oldest claim first. One run may close a deal for
 * several alerts.
 */
export type Claimants = (login: BrokerLogin, dealId: string) => readonly string[]

/**
 * The broker of the simulated world. It is paper IG's book, read through paper IG's views and our mapper. Requests and
 * replies can be lost, delayed or repeated, as at IG. The book is the truth that this class reports to the checker.
 */
export class SimBroker {
  readonly wire: WireOrder[] = []
  readonly deals: TrueDeal[] = []
  readonly shortOfFunds: ShortOfFunds[] = []
  /** The cash of each account in GBP in worlds in which money may run out; null in other worlds. */
  thinCash: number | null = null
  private readonly thinned = new Set<string>()
  readonly stood: Stood[] = []
  /** The remaining size of a position after each close. */
  readonly cuts: {
    readonly dealId: string
    readonly at: number
    readonly left: number
    /** Whether the close was made in IG's own app. */
    readonly isByOthers?: true
  }[] = []
  readonly openedByHand: string[] = []
  /** The times at which each account's positions were read. */
  readonly listed = new Map<string, number[]>()
  /** Called after a part of a position has been closed. */
  onCut: (login: BrokerLogin, dealId: string) => void = () => {}
  /** The times at which each market was read for each account. */
  readonly quoted = new Map<string, number[]>()
  readonly book: Book
  private observed = -1
  private readonly short = (market: PaperMarket) =>
    (this.moved.get(market.epic) ?? answersOf(this.book, market)).short
  private quotesMoved = 0
  private readonly positionRow = rowOnce(
    (deal: Position) => positionsOf({ positions: [positionView(this.short, deal)] }),
    () => this.quotesMoved,
  )
  private readonly orderRow = rowOnce((deal: WorkingOrder) =>
    workingOrdersOf({ workingOrders: [orderView(this.short, deal)] }),
  )
  private readonly activityRow = rowOnce((entry: Activity) =>
    activitiesOf(schemas.Activities.parse({ activities: [activityView(entry, true)] })),
  )
  downUntil = 0
  // --- Controls for scenes ---
  /**
   * How the broker answers the next closes: the first answer is for the next close. Once the list is empty, the broker
   * fills every close.
   */
  readonly closeScript: CloseAnswer[] = []
  closesRefusedUntil = 0
  isPrompt = false
  /** The list of positions is empty until this time. */
  emptyUntil = 0
  /** Milliseconds by which each trading request takes longer. */
  slowBy = 0
  /**
   * Milliseconds that IG takes to answer a request for a confirmation, and milliseconds by which the confirmation is
   * late.
   */
  slowness: { readonly answer: () => number; readonly verdict: () => number } | null = null
  /**
   * Whether replies to orders are lost although the orders are carried out. `closeAnswersLost` is the same for exits.
   */
  answersLost = false
  closeAnswersLost = false
  /** Milliseconds that a login takes before each order. */
  signsInFor = 0
  /** Milliseconds for which the lists still show a deal that has ended. Null: drawn at random. */
  endedLag: number | null = null
  /**
   * If set, orders fill just before their deletion, and the lists do not show their positions for this many
   * milliseconds.
   */
  fillsOnDelete: number | null = null
  /** Whether our client has no request left to read the lists after a close. */
  closesBlockLists = false
  private areListsBlocked = false
  /** IG's allowance in this world; null if it has none. */
  allowance: SimAllowance | null = null
  /** Maximum number of reads per minute, regardless of IG's allowance. */
  readsPerMinute = Infinity
  readonly unknown = new Set<string>()
  private readonly unknownFound: UnknownEpics = new Map()
  /** Number of reads of several markets that failed because one epic was unknown. */
  failedTogether = 0
  private reads: number[] = []
  readonly guaranteed: string[] = []
  /** The previous deal ID of each deal that has rolled, by its new deal ID. */
  readonly rolled = new Map<string, string>()
  private readonly moved = new Map<string, Answers>()
  readonly scheduler: Scheduler
  readonly chance: Chance
  private readonly rates: () => FaultRates
  private readonly strikes: Strikes
  private readonly claimants: Claimants

  constructor(world: FaultyWorld, claimants: Claimants) {
    this.claimants = claimants
    this.scheduler = world.scheduler
    this.chance = world.chance
    this.rates = world.rates
    this.strikes = world.strikes
    this.book = openBook(emptyBook(this.scheduler.now), 1, () => this.scheduler.now)
    for (const market of markets) this.book.state.fixed[market.epic] = held(market)
  }

  private account({ accountId }: Pick<BrokerLogin, 'accountId'>) {
    const account = accountOf(this.book, accountId, 'CFD')
    if (this.thinCash === null) {
      if (account.cash < richCash / 2) account.cash += richCash
    } else if (!this.thinned.has(accountId)) {
      this.thinned.add(accountId)
      account.cash = this.thinCash
    }
    return account
  }

  /** Returns a function that reads from the broker for one process. Faults may make a read fail. */
  private readBy(process: Process, counter: Counter | null) {
    return async <T>(login: BrokerLogin, spending: Spending, answer: () => T): Promise<T> => {
      if (counter) await counter.spend(login, spending)
      return process
        .call(() => {
          const refused = this.allowance?.refusal(login, 'other')
          if (refused) throw new Refused(refused)
          this.reads = this.reads.filter((at) => this.scheduler.now - at < 60_000)
          if (this.reads.length >= this.readsPerMinute) {
            throw new BrokerError('allowance', 'our share of the request limit is used up')
          }
          this.reads.push(this.scheduler.now)
          if (this.scheduler.now < this.downUntil) {
            this.strikes.note('outage')
            throw new BrokerError('unreachable', 'IG did not answer')
          }
          if (this.chance.happens(this.rates().readTrouble)) {
            this.strikes.note('readTrouble')
            throw new BrokerError('unreachable', 'IG did not answer')
          }
          this.settle()
          return answer()
        })
        .catch(async (error: unknown) => {
          if (error instanceof Refused && counter) throw await counter.close(login, spending, error.message)
          throw error instanceof BrokerError ? error : new BrokerError('unreachable', 'IG did not answer')
        })
    }
  }

  /** The broker port of one process. If IG has an allowance in this world, the requests are counted. */
  portFor(process: Process, counter: Counter | null = null): Broker {
    const read = this.readBy(process, counter)
    const lists = this.listsFor(process, counter)
    const { assertAccount, deal, exit } = this.dealsBy(process, counter)
    return {
      readAccount: (login, known) =>
        readAccount({ ...lists.ofBoth, clock: process, deadline: readDeadline }, login, known),
      takeRequests: (login) => counter?.takeRequests(login) ?? 0,
      lastShortage: (login) => counter?.lastShortage(login) ?? null,
      readPositions: lists.readPositions,
      readEquity: (login) =>
        read(login, spendingOn.equity, () => {
          const { deposit, available, ...own } = balanceOf(this.book, this.account(login))
          const { balance, profitLoss } = this.worthOf(login) ?? own
          const facts = { accountId: login.accountId, name: null, type: null, available }
          return equityReadingOf(
            // The margin is never 0, as if the user always had a position of their own.
            { ...facts, balance, profitLoss, margin: deposit + 1, currency: accountCurrency },
            this.scheduler.now,
          )
        }),
      readMarket: (login, epic) =>
        read(login, spendingOn.market(login), () => {
          if (this.unknown.has(epic)) throw new BrokerError('not-found', 'no such epic')
          return this.quote(login, marketCalled(epic))
        }),
      readMarkets: async (login, wanted) => {
        const found: Market[] = []
        await readTogether(wanted, this.unknownFound, process.now(), (epics) =>
          read(login, spendingOn.market(login), () => {
            if (epics.some((epic) => this.unknown.has(epic))) {
              this.failedTogether += 1
              return false
            }
            const known = markets.filter(({ epic }) => epics.includes(epic))
            found.push(...known.map((market) => this.quote(login, market)))
            return true
          }),
        )
        return found
      },
      readDailyCandles: (login) => read(login, spendingOn.candles, () => []),
      confirm: async (login, reference) => {
        if (this.slowness) await process.sleep(this.slowness.answer())
        const verdict = () => {
          const found = readConfirm(this.book, this.account(login), reference)
          return found && verdictOf(schemas.Confirm.parse(confirmView(found)))
        }
        return read(login, spendingOn.verdict, verdict)
      },
      // The start time is ignored, because our client asks from hours earlier: IG's dates have no time zone.
      readActivity: (login) =>
        read(login, spendingOn.activity, () =>
          this.account(login)
            .activity.filter(({ shownFrom }) => shownFrom <= this.scheduler.now)
            .flatMap(this.activityRow),
        ),
      place: async (login, order, reference, { notAfter, isStopped }) => {
        // A login may be necessary first, which takes time.
        const signsIn = this.chance.happens(this.rates().readTrouble)
        await process.sleep(signsIn ? this.chance.between(0, 6_000) : this.signsInFor + 1)
        if (counter) await assertAccount(login, spendingOn.sessionOfOrder)
        if (await isStopped?.()) return { kind: 'refused', code: stoppedCode, message: 'it was stopped' }
        if (process.now() > notAfter) return { kind: 'refused', code: 'TOO_LATE', message: 'too late' }
        return deal(spendingOn.order, { kind: 'place', login, name: reference, order }, () =>
          this.openDeal(login, order, reference),
        )
      },
      closePosition: (login, position) =>
        exit({ kind: 'close', login, name: position.dealId, size: position.size }, (sent) =>
          this.closeDeal(login, position, sent),
        ),
      moveStop: (login, change) =>
        exit({ kind: 'stop', login, name: change.dealId, stop: change }, (sent) =>
          this.moveStop(login, change, sent),
        ),
      deleteOrder: (login, dealId) =>
        exit({ kind: 'delete', login, name: dealId }, (sent) => this.deleteDeal(login, dealId, sent)),
    }
  }

  /** Returns functions that send the trading requests of one process. They first ask which account the session uses. */
  private dealsBy(process: Process, counter: Counter | null) {
    const read = this.readBy(process, counter)
    const assertAccount = async (login: BrokerLogin, spending: Spending) => {
      if (!counter?.mustAssert()) return
      await read(login, spending, () => null)
      counter.noteAsserted()
    }
    const deal = async (spending: Spending, ...[wire, carryOut]: Parameters<Sender>): Promise<SendResult> => {
      if (counter) await counter.spend(wire.login, spending)
      const code = this.allowance?.refusal(wire.login, 'trading')
      if (!code || !counter) return this.send(process, wire, carryOut)
      await process.sleep(50)
      await counter.close(wire.login, spending, code)
      return { kind: 'refused', code, message: wordsOf(code), mayPassLater: true }
    }
    /**
     * Sends an exit even if no request is left to check the session's account. The exit names its deal, so it does not
     * depend on the check.
     */
    const exit: Sender = async (wire, carryOut) => {
      await assertAccount(wire.login, spendingOn.sessionOfExit).catch((error: unknown) => {
        if (!(error instanceof BrokerError) || error.kind !== 'allowance') throw error
      })
      return deal(spendingOn.exit, wire, carryOut)
    }
    return { assertAccount, deal, exit }
  }

  /**
   * Returns the value that a story gives the account; null if the book's own value applies.
   * @throws BrokerError while IG does not report a value
   */
  worthOf: (login: BrokerLogin) => { readonly balance: number; readonly profitLoss: number } | null = () =>
    null

  private quote(login: BrokerLogin, market: PaperMarket) {
    const name = quoteName(login, market.epic)
    const { now } = this.scheduler
    this.quoted.set(name, [...(this.quoted.get(name) ?? []), now])
    const { details } = this.moved.get(market.epic) ?? answersOf(this.book, market)
    return marketOf(details, now, accountCurrency)
  }

  /** Sends a trading request once. The request or its reply may be lost, and the broker may carry it out late. */
  private send(
    process: Process,
    wire: Outgoing,
    carryOut: (sent: WireOrder) => string | SendResult,
  ): Promise<SendResult> {
    const { chance, scheduler, strikes } = this
    const { clockError } = process
    const claimants = this.claimants(wire.login, wire.name)
    const claimedBy = wire.kind === 'place' ? [] : claimants
    const own = claimants.find((alertId) => alertId === process.alertId)
    const { isByHand } = process
    const alertId = isByHand ? null : (own ?? claimants.at(-1) ?? process.alertId)
    const entry: WireOrder = {
      ...wire,
      at: scheduler.now,
      alertId,
      claimedBy,
      isByHand,
      clockError,
      result: 'unknown',
      before: this.account(wire.login).positions.map(({ dealId, epic, size }) => ({ dealId, epic, size })),
    }
    this.wire.push(entry)
    const unknown: SendResult = { kind: 'unknown', message: 'IG did not answer in time' }
    const untouched = (answer: SendResult): SendResult => {
      entry.result = 'untouched'
      return answer
    }
    return new Promise((resolve) => {
      const answer = (after: number, sent: () => SendResult) =>
        scheduler.after(after, () => {
          const answered = sent()
          scheduler.after(chance.between(1, 50), () => {
            if (process.alive) resolve(answered)
          })
        })
      const rates = this.rates()
      if (chance.happens(rates.crash)) {
        strikes.note('crash')
        if (chance.happens(0.7)) scheduler.after(chance.between(1, 3_000), () => carryOut(entry))
        process.end()
        return
      }
      if (scheduler.now < this.downUntil || chance.happens(rates.orderTrouble)) {
        strikes.note('orderTrouble')
        const kind = chance.whole(0, 5)
        if (kind < 3) process.wasHeldUp = true
        if (kind === 0) answer(orderTimeout, () => unknown)
        else if (kind === 1) {
          scheduler.after(chance.between(10, 500), () => carryOut(entry))
          answer(orderTimeout, () => unknown)
        } else if (kind === 2) {
          strikes.note('lateOrder')
          scheduler.after(orderTimeout + chance.between(500, 20_000), () => carryOut(entry))
          answer(orderTimeout, () => unknown)
        } else if (kind === 3) {
          const applied = chance.happens(0.5)
          answer(chance.between(10, 500), () => {
            if (applied) carryOut(entry)
            return { kind: 'unknown', message: 'IG answered with a server error' }
          })
        } else
          answer(chance.between(10, 100), () =>
            untouched(
              kind === 4
                ? {
                    kind: 'refused',
                    code: 'error.public-api.exceeded-account-trading-allowance',
                    message: 'allowance spent',
                    mayPassLater: true,
                    isAllowance: true,
                  }
                : {
                    kind: 'refused',
                    code: 'error.security.client-token-invalid',
                    message: 'not signed in',
                    mayPassLater: true,
                    hadNoSession: true,
                  },
            ),
          )
        return
      }
      const isOrder = wire.kind === 'place'
      if (isOrder ? this.answersLost : this.closeAnswersLost) {
        scheduler.after(isOrder ? chance.between(30_000, 45_000) : 200, () => carryOut(entry))
        answer(1_000, () => unknown)
        return
      }
      answer(chance.between(20, 400) + this.slowBy, () => {
        const carried = carryOut(entry)
        return typeof carried === 'string' ? { kind: 'received', dealReference: carried } : carried
      })
    })
  }

  /** Makes the book end all orders that have expired. */
  private settle() {
    settle(this.book)
    this.observe()
  }

  /** Compares the book with its last known state, and records which deals have begun or ended. */
  private observe() {
    if (this.observed === this.book.revision) return
    this.observed = this.book.revision
    const { now } = this.scheduler
    for (const { accountId, positions, orders } of Object.values(this.book.state.accounts)) {
      const current = new Map<string, Position | WorkingOrder>()
      for (const item of [...orders, ...positions]) current.set(item.dealId, item)
      const open = new Map(
        this.stood
          .filter((item) => item.accountId === accountId && item.until === Infinity)
          .map((item) => [item.dealId, item]),
      )
      for (const [dealId, item] of open) {
        const known = current.get(dealId)
        if (!known) item.until = now
        else if (known.shownFrom > now && item.shownFrom <= now && !item.hidden)
          item.hidden = { from: now, until: known.shownFrom }
      }
      for (const [dealId, { epic, shownFrom }] of current)
        if (!open.has(dealId))
          this.stood.push({ dealId, epic, accountId, from: now, shownFrom, until: Infinity })
    }
  }

  /** Draws the lag of the lists or the history in milliseconds. */
  private drawLag(where: 'listsLate' | 'historyLate'): number {
    const { chance } = this
    if (chance.happens(this.rates()[where])) {
      this.strikes.note(where)
      return chance.between(60_000, 5 * 60_000)
    }
    return chance.happens(0.6) ? 0 : chance.between(0, 10_000)
  }

  /** Changes the book with settings that delay or lose its answers at random. */
  private act<T>(change: Partial<Book['settings']>, happens: () => T): T {
    const { chance, book } = this
    this.settle()
    Object.assign(book.settings, usualSettings, {
      positionsLagMs: this.drawLag('listsLate'),
      historyLagMs: this.drawLag('historyLate'),
      // With a later confirm, the result of the close would be unknown. Another scene tests this.
      confirmDelayMs: this.isPrompt
        ? 0
        : (chance.happens(0.7) ? 0 : chance.between(0, 4_000)) + (this.slowness?.verdict() ?? 0),
      confirmLifeMs: chance.happens(this.rates().readTrouble) ? 0 : usualSettings.confirmLifeMs,
      ...change,
    })
    try {
      return happens()
    } finally {
      this.observe()
    }
  }

  private openDeal(login: BrokerLogin, order: OrderToPlace, reference: string): string {
    const { chance, scheduler, book } = this
    const isRejected = chance.happens(this.rates().orderRejected)
    if (isRejected) this.strikes.note('orderRejected')
    return this.act({ rejectWith: isRejected ? 'INSUFFICIENT_FUNDS' : null }, () => {
      const account = this.account(login)
      const before = { positions: [...account.positions], orders: [...account.orders] }
      const { available } = balanceOf(book, account)
      const body = orderBody(order, reference)
      const dealReference =
        order.type === 'LIMIT'
          ? placeOrder(book, account, readNewOrder(body))
          : openPosition(book, account, readOpening(body))
      const made =
        account.positions.find((each) => !before.positions.includes(each)) ??
        account.orders.find((each) => !before.orders.includes(each))
      if (made) {
        const { dealId, shownFrom, createdAt: appliedAt } = made
        const historyFrom = account.activity[0]?.shownFrom ?? appliedAt
        this.deals.push({ dealId, dealReference, login, order, appliedAt, shownFrom, historyFrom, before })
      }
      if (!made && !isRejected && isShortOfFunds(book, dealReference)) {
        const { level } = termsOf(order.epic)
        const sameMarket = [...before.positions, ...before.orders].filter(({ epic }) => epic === order.epic)
        this.shortOfFunds.push({
          at: scheduler.now,
          order,
          dealReference,
          available,
          margin: marginOf(marketCalled(order.epic), level, Number(order.size)),
          isHedge: sameMarket.some(({ direction }) => direction !== order.direction),
          positions: before.positions,
        })
      }
      if (made && 'goodTill' in made) {
        // The order fills or ends at its expiry date, or up to four minutes earlier.
        const ends = Math.max(
          scheduler.now + 1,
          (made.goodTill ?? scheduler.now) + chance.between(-240_000, 0),
        )
        const fills = chance.happens(0.5)
        if (!fills) made.goodTill = ends
        scheduler.at(ends, () => (fills ? this.fillOrder(login, made) : this.settle()))
      }
      return dealReference
    })
  }

  enableTrailing(accountId: string) {
    this.account({ accountId }).trailingStopsEnabled = true
  }

  /** Fills or expires a working order of the account, if there is one. */
  endSomeOrder(login: BrokerLogin) {
    const [first] = this.account(login).orders
    if (!first) return
    if (this.chance.happens(0.5)) this.fillOrder(login, first)
    else {
      first.goodTill = this.scheduler.now
      this.settle()
    }
  }

  /** Fills all working orders of an account. The lists do not show their positions for `hidden` milliseconds. */
  private fillsUnseen(accountId: string, hidden: number) {
    for (const order of [...this.account({ accountId }).orders]) {
      const market = marketOfDeal(order)
      // The history shows the position either at once or as late as the list.
      const historyLagMs = this.chance.happens(0.5) ? 0 : hidden
      this.act({ positionsLagMs: hidden, historyLagMs }, () => {
        const side = order.direction === 'BUY' ? 'offer' : 'bid'
        holdMarket(this.book, market, { ...held(market), [side]: order.level })
        holdMarket(this.book, market, held(market))
      })
    }
  }

  /** Fills an order by moving its market to the order's level and back. */
  private fillOrder(login: BrokerLogin, order: WorkingOrder) {
    if (!this.account(login).orders.includes(order)) return
    const { level, direction } = order
    const market = marketOfDeal(order)
    // Usually the deal moves from the list of orders to the list of positions at once.
    const lag = this.drawLag('listsLate')
    this.act({ positionsLagMs: lag > 10_000 ? lag : 0 }, () => {
      holdMarket(this.book, market, { ...held(market), [direction === 'BUY' ? 'offer' : 'bid']: level })
      holdMarket(this.book, market, held(market))
    })
  }

  /** Draws for how many milliseconds the lists still show deals that have ended. */
  private drawEnded() {
    if (this.endedLag !== null) return this.endedLag
    return this.chance.happens(0.3) ? this.chance.between(0, 5_000) : 0
  }

  /** Draws the age in milliseconds at which deals can be changed. Usually they can be changed at once. */
  private drawYoung() {
    return this.chance.happens(this.rates().transientRefusal) ? 60_000 : 0
  }

  private closeDeal(login: BrokerLogin, position: OpenPosition, sent: WireOrder): string | SendResult {
    const { chance, book } = this
    const account = this.account(login)
    const scripted = this.scriptedClose()
    const youngDealMs = scripted === 'busy' ? Infinity : this.drawYoung()
    const isPart =
      Number(position.size) >= 0.02 && (scripted === 'part' || chance.happens(this.rates().partialFill))
    const sizeNow = () => account.positions.find(({ dealId }) => dealId === position.dealId)?.size ?? 0
    return this.act({ youngDealMs, endedLagMs: this.drawEnded(), partialFill: isPart ? 0.5 : 1 }, () => {
      const before = sizeNow()
      const answer = this.refusable(sent, youngDealMs, () =>
        closePosition(book, account, readClosing(closeBody(position))),
      )
      const left = sizeNow()
      if (left > 0 && left < before) this.strikes.note('partialFill')
      sent.closed = (sent.closed ?? 0) + before - left
      if (left < before) {
        // If only a part was requested, the result is `done` once this part is closed.
        const isAll = before - left >= Number(position.size) - 1e-9
        sent.result = isAll ? 'done' : 'partly'
        this.cuts.push({ dealId: position.dealId, at: this.scheduler.now, left })
        if (left > 0) this.onCut(login, position.dealId)
        this.areListsBlocked = this.closesBlockLists
        // IG rejects a close as a whole if it is larger than the position. It also rejects any close while the market
        // is shut.
      } else if (Number(position.size) > before + 1e-9 || this.isShut(position.epic))
        sent.result = 'untouched'
      return answer
    })
  }

  private scriptedClose(): CloseAnswer {
    return this.scheduler.now < this.closesRefusedUntil ? 'busy' : (this.closeScript.shift() ?? 'ok')
  }

  /** The price of an instrument's market, multiplied by a factor. */
  priceOf(marketAndSymbol: string, factor: number): number {
    return (paperMarketOf(marketAndSymbol)?.price ?? 0) * factor
  }

  movePrice(marketAndSymbol: string, factor: number) {
    const market = paperMarketOf(marketAndSymbol)
    if (!market) return
    holdMarket(this.book, market, held({ ...market, price: market.price * factor }))
    this.moved.set(market.epic, freshAnswers(this.book, market))
    this.quotesMoved += 1
    this.observe()
  }

  /** Sets the status of a market, so that it stops dealing or deals again. */
  setStatus(marketAndSymbol: string, marketStatus: Fixed['marketStatus']) {
    const market = paperMarketOf(marketAndSymbol)
    if (!market) return
    holdMarket(this.book, market, { ...held(market), marketStatus })
    this.moved.set(market.epic, freshAnswers(this.book, market))
    this.quotesMoved += 1
    this.observe()
  }

  private isShut(epic: string): boolean {
    const { marketStatus = 'TRADEABLE' } = this.book.state.fixed[epic] ?? {}
    return marketStatus !== 'TRADEABLE'
  }

  /** Makes the stops of all open positions guaranteed, as a user could at IG. */
  guaranteeStops(accountId: string) {
    const account = this.account({ accountId })
    account.positions = account.positions.map((position) => ({ ...position, guaranteedStop: true }))
    this.quotesMoved += 1
    this.guaranteed.push(...account.positions.map(({ dealId }) => dealId))
  }

  /** Makes IG report a contract size that contradicts lot size and scaling factor. */
  contradict(marketAndSymbol: string) {
    const market = paperMarketOf(marketAndSymbol)
    if (!market) return
    const { short, details } = answersOf(this.book, market)
    const instrument = { ...details.instrument, contractSize: '77' }
    this.moved.set(market.epic, { short, details: { ...details, instrument } })
  }

  /** Opens a position as a user would in IG's own app. */
  openByHand(accountId: string) {
    const market = marketCalled(epicOf(1))
    const account = this.account({ accountId })
    const before = new Set(account.positions.map(({ dealId }) => dealId))
    this.act({ duplicateGuard: false }, () =>
      openPosition(this.book, account, {
        epic: market.epic,
        expiry: market.expiry,
        direction: 'BUY',
        size: 10,
        currencyCode: market.currency,
        dealReference: null,
        trail: null,
        forceOpen: true,
        orderType: 'MARKET',
        level: null,
        timeInForce: null,
        guaranteedStop: false,
        stopLevel: null,
        stopDistance: null,
        limitLevel: null,
        limitDistance: null,
      }),
    )
    this.openedByHand.push(
      ...account.positions.map(({ dealId }) => dealId).filter((dealId) => !before.has(dealId)),
    )
  }

  /** Rolls all positions of an account that have a next contract, as IG does. */
  roll(accountId: string) {
    const account = this.account({ accountId })
    for (const position of [...account.positions]) {
      const to = marketOfDeal(position).rollsTo
      if (!to) continue
      const next = this.act({}, () => rollPosition(this.book, account, position, marketCalled(to)))
      this.rolled.set(next.dealId, position.dealId)
    }
  }

  private moveStop(login: BrokerLogin, change: StopChange, sent: WireOrder): string | SendResult {
    const youngDealMs = this.drawYoung()
    const positionNow = () => this.account(login).positions.find(({ dealId }) => dealId === change.dealId)
    return this.act({ youngDealMs }, () =>
      this.refusable(sent, youngDealMs, () => {
        const limit = positionNow()?.limitLevel ?? null
        sent.stopBefore = positionNow()?.stopLevel ?? null
        const body = readPositionChange(stopBody(change))
        const reference = amendPosition(this.book, this.account(login), change.dealId, body)
        if (positionNow()?.stopLevel === Number(change.stopLevel)) sent.result = 'done'
        sent.limits = [limit, positionNow()?.limitLevel ?? null]
        return reference
      }),
    )
  }

  private deleteDeal(login: BrokerLogin, dealId: string, sent: WireOrder): string | SendResult {
    if (this.fillsOnDelete !== null) this.fillsUnseen(login.accountId, this.fillsOnDelete)
    const youngDealMs = this.drawYoung()
    return this.act({ youngDealMs, endedLagMs: this.drawEnded() }, () =>
      this.refusable(sent, youngDealMs, () => {
        const reference = deleteOrder(this.book, this.account(login), dealId)
        sent.result = 'done'
        return reference
      }),
    )
  }

  /**
   * Carries out a close or another change of a deal. If the deal does not exist or is too new, the request is refused
   * and changes nothing.
   */
  private refusable(sent: WireOrder, youngDealMs: number, deal: () => string): string | SendResult {
    try {
      return deal()
    } catch (error) {
      if (!(error instanceof DealUntouched)) throw error
      if (youngDealMs > 0) this.strikes.note('transientRefusal')
      sent.result = 'untouched'
      const code = error.message
      return { kind: 'refused', code, message: wordsOf(code), mayPassLater: mayPassLater(code) }
    }
  }

  /** Closes a position or a part of it, as a user would in IG's own app. */
  closeByHand(accountId: string, part = 1) {
    const account = this.account({ accountId })
    const position = part === 1 ? account.positions[0] : this.chance.oneOf(account.positions)
    if (!position) return
    const { dealId, direction } = position
    // IG deals in sizes of two decimals.
    const size = part === 1 ? position.size : Math.round(position.size * part * 100) / 100
    this.act({ endedLagMs: this.drawEnded() }, () =>
      closePosition(this.book, account, {
        dealId,
        epic: null,
        expiry: null,
        size,
        level: null,
        timeInForce: null,
        direction: direction === 'BUY' ? 'SELL' : 'BUY',
        orderType: 'MARKET',
      }),
    )
    const left = account.positions.find((each) => each.dealId === dealId)?.size ?? 0
    this.cuts.push({ dealId, at: this.scheduler.now, left, isByOthers: true })
  }

  /** Returns functions with which one process reads the broker's lists of positions and orders. */
  listsFor(process: Process, counter: Counter | null = null) {
    const read = this.readBy(process, counter)
    const listed = async <Row>(
      login: BrokerLogin,
      spending: Spending,
      rowsOf: () => Row[],
    ): Promise<Reading<Row>> => {
      const readAt = process.now()
      if (this.areListsBlocked && this.closesBlockLists)
        throw new BrokerError('allowance', 'no room to read the lists')
      const rows = await read(login, spending, rowsOf)
      return {
        accountId: login.accountId,
        currency: accountCurrency,
        readAt,
        answeredAt: process.now(),
        rows,
      }
    }
    const readPositions = async (
      login: BrokerLogin,
      spending: Spending,
    ): Promise<Reading<QuotedPosition>> => {
      const { answeredAt: _, ...positions } = await listed(login, spending, () => {
        this.listed.set(login.accountId, [...(this.listed.get(login.accountId) ?? []), this.scheduler.now])
        return this.scheduler.now < this.emptyUntil
          ? []
          : listedPositions(this.book, this.account(login)).flatMap(this.positionRow)
      })
      return positions
    }
    const readOrders = (login: BrokerLogin, spending: Spending): Promise<Reading<ListedOrder>> =>
      listed(login, spending, () => listedOrders(this.book, this.account(login)).flatMap(this.orderRow))
    return {
      readPositions: (login: BrokerLogin) => readPositions(login, spendingOn.positions),
      readOrders: (login: BrokerLogin) => readOrders(login, spendingOn.orders),
      /**
       * The functions with which `readAccount` reads both lists. They reserve requests differently from a read of only
       * one list.
       */
      ofBoth: {
        readPositions: (login: BrokerLogin) => readPositions(login, spendingOn.positionsThen),
        readOrders: (login: BrokerLogin, isEnough: boolean) =>
          readOrders(login, isEnough ? spendingOn.ordersAlone : spendingOn.ordersFirst),
      },
    }
  }
}
