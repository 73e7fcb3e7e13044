import type {
  AccountState,
  Market,
  OpenPosition,
  OrderToPlace,
  WorkingOrder,
} from '../../shared/trading/snapshot.ts'
import {
  type Broker,
  type BrokerAccount,
  type BrokerActivity,
  BrokerError,
  type Sent,
  type Verdict,
} from '../trading/ports.ts'
import type { FaultRates, Process, Strikes } from './process.ts'
import type { Chance, Scheduler } from './scheduler.ts'

/** One order or close as it went over the wire: the checker counts these. */
export type WireOrder = {
  readonly at: number
  readonly kind: 'place' | 'close' | 'delete'
  readonly account: BrokerAccount
  /** Deal reference of an order, deal id of a close. */
  readonly name: string
}

/** One deal as the broker really made it. */
export type TrueDeal = {
  readonly dealId: string
  readonly dealReference: string
  readonly account: BrokerAccount
  readonly order: OrderToPlace
  readonly appliedAt: number
  /** Positions and working orders on the account just before. */
  readonly openBefore: { readonly positions: number; readonly orders: number }
}

type Book = {
  positions: (OpenPosition & { shownFrom: number })[]
  orders: (WorkingOrder & { shownFrom: number; reference: string })[]
  /** Closed or ended, still shown in the lists until then. */
  leaving: { item: OpenPosition | WorkingOrder; until: number }[]
  activity: (BrokerActivity & { shownFrom: number })[]
}

type Confirm = { readonly verdict: Verdict; readonly from: number; readonly until: number }

const confirmLife = 60_000
const orderTimeout = 10_000

/** The broker of the simulated world: its own truth, and answers as unreliable as IG's. */
export class SimBroker {
  readonly wire: WireOrder[] = []
  readonly deals: TrueDeal[] = []
  readonly closed = new Set<string>()
  private readonly books = new Map<string, Book>()
  private readonly confirms = new Map<string, Confirm>()
  private readonly lastOrder = new Map<string, number>()
  private numbers = 0
  downUntil = 0
  readonly scheduler: Scheduler
  readonly chance: Chance
  private readonly rates: () => FaultRates
  private readonly strikes: Strikes

  constructor(world: { scheduler: Scheduler; chance: Chance; rates: () => FaultRates; strikes: Strikes }) {
    this.scheduler = world.scheduler
    this.chance = world.chance
    this.rates = world.rates
    this.strikes = world.strikes
  }

  book({ accountId }: Pick<BrokerAccount, 'accountId'>): Book {
    const book = this.books.get(accountId) ?? { positions: [], orders: [], leaving: [], activity: [] }
    this.books.set(accountId, book)
    return book
  }

  /** The port of one process. */
  portFor(process: Process): Broker {
    const read = <T>(answer: () => T) =>
      process
        .call(() => {
          if (this.scheduler.now < this.downUntil || this.chance.happens(this.rates().readTrouble)) {
            this.strikes.note(this.scheduler.now < this.downUntil ? 'outage' : 'readTrouble')
            throw new BrokerError(this.chance.happens(0.8) ? 'unreachable' : 'allowance', 'IG did not answer')
          }
          return answer()
        })
        .catch((error: unknown) => {
          throw error instanceof BrokerError ? error : new BrokerError('unreachable', 'IG did not answer')
        })
    return {
      readAccount: (account) => read(() => this.lists(account)),
      readMarket: (_account, epic) => read(() => this.market(epic)),
      readDailyCandles: () => read(() => []),
      confirm: (_account, reference) => read(() => this.confirmOf(reference)),
      readActivity: (account, from) =>
        read(() =>
          this.book(account).activity.filter(
            (entry) => entry.date >= from && entry.shownFrom <= this.scheduler.now,
          ),
        ),
      place: async (account, order, reference, notAfter) => {
        // Signing in first may take its time.
        const signsIn = this.chance.happens(this.rates().readTrouble)
        await process.sleep(signsIn ? this.chance.between(0, 6_000) : 1)
        if (this.scheduler.now > notAfter) return { kind: 'refused', code: 'TOO_LATE', message: 'too late' }
        return this.send(process, { kind: 'place', account, name: reference }, () =>
          this.openDeal(account, order, reference),
        )
      },
      closePosition: (account, { dealId }) =>
        this.send(process, { kind: 'close', account, name: dealId }, () => this.closeDeal(account, dealId)),
      deleteOrder: (account, dealId) =>
        this.send(process, { kind: 'delete', account, name: dealId }, () => this.deleteDeal(account, dealId)),
    }
  }

  /** What trades: sent once; the request, the reply or both may be lost, and the deal may come late. */
  private send(process: Process, wire: Omit<WireOrder, 'at'>, carryOut: () => string): Promise<Sent> {
    const { chance, scheduler, strikes } = this
    this.wire.push({ ...wire, at: scheduler.now })
    const unknown: Sent = { kind: 'unknown', message: 'IG did not answer in time' }
    return new Promise((resolve) => {
      const answer = (after: number, sent: () => Sent) =>
        scheduler.after(after, () => {
          const answered = sent()
          scheduler.after(chance.between(1, 50), () => {
            if (process.alive) resolve(answered)
          })
        })
      const rates = this.rates()
      if (chance.happens(rates.crash)) {
        strikes.note('crash')
        if (chance.happens(0.7)) scheduler.after(chance.between(1, 3_000), carryOut)
        process.end()
        return
      }
      if (scheduler.now < this.downUntil || chance.happens(rates.orderTrouble)) {
        strikes.note('orderTrouble')
        const kind = chance.whole(0, 5)
        if (kind === 0) answer(orderTimeout, () => unknown)
        else if (kind === 1) {
          scheduler.after(chance.between(10, 500), carryOut)
          answer(orderTimeout, () => unknown)
        } else if (kind === 2) {
          strikes.note('lateOrder')
          scheduler.after(orderTimeout + chance.between(500, 20_000), carryOut)
          answer(orderTimeout, () => unknown)
        } else if (kind === 3) {
          const applied = chance.happens(0.5)
          answer(chance.between(10, 500), () => {
            if (applied) carryOut()
            return { kind: 'unknown', message: 'IG answered with a server error' }
          })
        } else if (kind === 4)
          answer(chance.between(10, 100), () => ({
            kind: 'refused',
            code: 'error.public-api.exceeded-account-trading-allowance',
            message: 'allowance spent',
          }))
        else
          answer(chance.between(10, 100), () => ({
            kind: 'refused',
            code: 'error.security.client-token-invalid',
            message: 'not signed in',
          }))
        return
      }
      answer(chance.between(20, 400), () => ({ kind: 'received', dealReference: carryOut() }))
    })
  }

  private newDealId() {
    this.numbers += 1
    return `DIAAAA${String(this.numbers).padStart(9, '0')}`
  }

  private confirmLater(reference: string, verdict: Verdict) {
    const { chance, scheduler } = this
    const from = scheduler.now + (chance.happens(0.7) ? 0 : chance.between(0, 4_000))
    const readable = !chance.happens(this.rates().readTrouble)
    if (readable) this.confirms.set(reference, { verdict, from, until: from + confirmLife })
  }

  private openDeal(account: BrokerAccount, order: OrderToPlace, reference: string): string {
    const { chance, scheduler } = this
    const now = scheduler.now
    const book = this.book(account)
    const dealId = this.newDealId()
    const twin = `${account.accountId} ${order.epic} ${order.direction} ${order.size}`
    const isTwin = now - (this.lastOrder.get(twin) ?? -Infinity) < 1_000
    this.lastOrder.set(twin, now)
    const rejected = isTwin || chance.happens(this.rates().orderRejected)
    if (rejected && !isTwin) this.strikes.note('orderRejected')
    const lag = chance.happens(0.6) ? 0 : chance.between(0, 10_000)
    const note = (status: 'ACCEPTED' | 'REJECTED', type: string) =>
      book.activity.unshift({
        date: now,
        epic: order.epic,
        dealId,
        dealReference: reference,
        type: order.type === 'LIMIT' ? 'WORKING_ORDER' : 'POSITION',
        status,
        description: rejected ? 'rejected' : 'opened',
        actions: rejected ? [] : [{ type, dealId }],
        shownFrom: now + lag,
      })
    if (rejected) {
      note('REJECTED', 'UNKNOWN')
      const reason = isTwin ? 'DUPLICATE_ORDER_ERROR' : 'INSUFFICIENT_FUNDS'
      this.confirmLater(reference, { kind: 'rejected', reason, message: reason })
      return reference
    }
    this.deals.push({
      dealId,
      dealReference: reference,
      account,
      order,
      appliedAt: now,
      openBefore: { positions: book.positions.length, orders: book.orders.length },
    })
    const common = { dealId, epic: order.epic, direction: order.direction, size: order.size, createdAt: now }
    const level = order.level ?? '100'
    if (order.type === 'LIMIT') {
      book.orders.push({ ...common, level, shownFrom: now + lag, reference })
      note('ACCEPTED', 'LIMIT_ORDER_OPENED')
      const ends = Math.max(now + 1, (order.goodTill ?? now) + chance.between(-240_000, 0))
      scheduler.at(ends, () => this.endOrder(account, dealId))
    } else {
      book.positions.push({ ...common, level, dealReference: reference, expiry: 'DFB', shownFrom: now + lag })
      note('ACCEPTED', 'POSITION_OPENED')
    }
    this.confirmLater(reference, {
      kind: 'accepted',
      dealId,
      level,
      size: order.size,
      status: 'OPEN',
      affectedDealIds: [dealId],
    })
    return reference
  }

  /** A working order is filled, or its time is up. */
  private endOrder(account: BrokerAccount, dealId: string) {
    const book = this.book(account)
    const order = book.orders.find((candidate) => candidate.dealId === dealId)
    if (!order) return
    const now = this.scheduler.now
    book.orders = book.orders.filter((candidate) => candidate !== order)
    const filled = this.chance.happens(0.5)
    if (filled)
      book.positions.push({ ...order, dealReference: order.reference, expiry: 'DFB', shownFrom: now })
    book.activity.unshift({
      date: now,
      epic: order.epic,
      dealId,
      dealReference: order.reference,
      type: 'WORKING_ORDER',
      status: 'ACCEPTED',
      description: filled ? 'filled' : 'expired',
      actions: [{ type: filled ? 'LIMIT_ORDER_FILLED' : 'LIMIT_ORDER_DELETED', dealId }],
      shownFrom: now,
    })
  }

  private closeDeal(account: BrokerAccount, dealId: string): string {
    const reference = `CLOSE${this.newDealId()}`
    const book = this.book(account)
    const position = book.positions.find((candidate) => candidate.dealId === dealId)
    if (!position) {
      this.confirmLater(reference, {
        kind: 'rejected',
        reason: 'POSITION_NOT_FOUND',
        message: 'no such position',
      })
      return reference
    }
    this.takeOut(book, position)
    this.confirmLater(reference, accepted(dealId, 'CLOSED'))
    return reference
  }

  private deleteDeal(account: BrokerAccount, dealId: string): string {
    const reference = `DELETE${this.newDealId()}`
    const book = this.book(account)
    const order = book.orders.find((candidate) => candidate.dealId === dealId)
    if (!order) {
      this.confirmLater(reference, { kind: 'rejected', reason: 'ORDER_NOT_FOUND', message: 'no such order' })
      return reference
    }
    this.takeOut(book, order)
    this.confirmLater(reference, accepted(dealId, 'DELETED'))
    return reference
  }

  /** Gone at once; the lists may show it for some seconds more. */
  private takeOut(book: Book, item: OpenPosition | WorkingOrder) {
    book.positions = book.positions.filter((candidate) => candidate !== item)
    book.orders = book.orders.filter((candidate) => candidate !== item)
    this.closed.add(item.dealId)
    if (this.chance.happens(0.3))
      book.leaving.push({ item, until: this.scheduler.now + this.chance.between(0, 5_000) })
  }

  /** A person closes a position in IG's own app. */
  closeByHand(accountId: string) {
    const book = this.book({ accountId })
    const position = book.positions[0]
    if (position) this.takeOut(book, position)
  }

  private lists(account: BrokerAccount): AccountState {
    const now = this.scheduler.now
    const book = this.book(account)
    const leaving = book.leaving.filter(({ until }) => until > now).map(({ item }) => item)
    const isPosition = (item: OpenPosition | WorkingOrder): item is OpenPosition => 'expiry' in item
    return {
      accountId: account.accountId,
      positions: [
        ...book.positions.filter(({ shownFrom }) => shownFrom <= now),
        ...leaving.filter(isPosition),
      ],
      workingOrders: [
        ...book.orders.filter(({ shownFrom }) => shownFrom <= now),
        ...leaving.filter((item) => !isPosition(item)),
      ],
      ordersOnTheirWay: [],
      readAt: now,
    }
  }

  private confirmOf(reference: string): Verdict | null {
    const confirm = this.confirms.get(reference)
    const now = this.scheduler.now
    return confirm && confirm.from <= now && now < confirm.until ? confirm.verdict : null
  }

  private market(epic: string): Market {
    return {
      epic,
      name: epic,
      expiry: 'DFB',
      currencyCode: 'GBP',
      status: 'TRADEABLE',
      bid: '99.9',
      offer: '100.1',
      decimalPlaces: 1,
      scalingFactor: '1',
      worth: { kind: 'known', unitValue: '1', exchangeRate: '1', accountCurrency: 'GBP' },
      minDealSize: '0.1',
      sizeStep: null,
      takesStopsAndLimits: true,
      takesMarketOrders: true,
      minStopOrLimitDistance: { unit: 'POINTS', value: '1' },
      maxStopOrLimitDistance: { unit: 'PERCENTAGE', value: '75' },
      quotedAt: this.scheduler.now,
    }
  }
}

const accepted = (dealId: string, status: string): Verdict => ({
  kind: 'accepted',
  dealId,
  level: null,
  size: null,
  status,
  affectedDealIds: [dealId],
})
