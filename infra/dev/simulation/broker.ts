import type { Market, OpenPosition, OrderToPlace, WorkingOrder } from '../../../shared/trading/snapshot.ts'
import type { Decimal } from '../../../shared/units.ts'
import {
  type ActivityKind,
  type Broker,
  type BrokerLogin,
  type BrokerActivity,
  BrokerError,
  type Sent,
  type Confirmation,
  type DealEffect,
} from '../../../functions/trading/ports.ts'
import type { Reading } from '../../../functions/broker/account-state.ts'
import type { ListedOrder, QuotedPosition } from '../../../functions/broker/listed-deals.ts'
import { readAccount } from '../../../functions/broker/read-account.ts'
import type { FaultRates, Process, Strikes } from './process.ts'
import type { Chance, Scheduler } from './scheduler.ts'

/** One order or close as it went over the wire: the checker counts these. */
export type WireOrder = {
  readonly at: number
  readonly kind: 'place' | 'close' | 'delete'
  readonly login: BrokerLogin
  /** Deal reference of an order, deal id of a close. */
  readonly name: string
  /** For which alert. */
  readonly alertId: string | null
  /** How far the sender's clock may have been from the time. */
  readonly clockError: number
  readonly order?: OrderToPlace
  /** `untouched`: proved to its sender not to have been done; `partly`: proved to be done in part. */
  result: 'done' | 'untouched' | 'partly' | 'unknown'
}

/** One deal as the broker really made it, and what became of it. */
export type TrueDeal = {
  readonly dealId: string
  readonly dealReference: string
  readonly login: BrokerLogin
  readonly order: OrderToPlace
  readonly appliedAt: number
  /** When the lists, and the history, begin to show it. */
  readonly shownFrom: number
  readonly historyFrom: number
  /** What stood on the account just before. */
  readonly before: { readonly positions: readonly OpenPosition[]; readonly orders: readonly WorkingOrder[] }
}

/** Something that stood at the broker from a time to a time. */
export type Stood = {
  readonly dealId: string
  readonly epic: string
  readonly accountId: string
  readonly from: number
  readonly shownFrom: number
  until: number
  /** Until when a filled order is in neither list. */
  hiddenUntil?: number
}

type Book = {
  positions: (OpenPosition & { shownFrom: number })[]
  orders: (WorkingOrder & { shownFrom: number; reference: string })[]
  /** Closed or ended, still shown in the lists until then. */
  leaving: { item: OpenPosition | WorkingOrder; until: number }[]
  activity: (BrokerActivity & { shownFrom: number })[]
}

type Confirm = { readonly verdict: Confirmation; readonly from: number; readonly until: number }

const confirmLife = 60_000
const orderTimeout = 10_000
/** Of both lists together, in milliseconds, as our client has it. */
const readDeadline = 9_000

const quotedPosition = (position: OpenPosition): QuotedPosition => ({
  ...position,
  bid: null,
  offer: null,
  contractSize: null,
  currency: null,
  stopLevel: null,
  limitLevel: null,
  controlledRisk: false,
})
const listedOrder = (order: WorkingOrder): ListedOrder => ({
  ...order,
  type: 'LIMIT',
  stopLevel: null,
  limitLevel: null,
})

/** What each market is worth and where it quotes: all different, so that none passes for another. */
const marketTerms = [
  { level: 100, unitValue: '1', exchangeRate: '1', currencyCode: 'GBP' },
  { level: 40, unitValue: '10', exchangeRate: '1.25', currencyCode: 'USD' },
  { level: 250, unitValue: '1', exchangeRate: '1.1', currencyCode: 'EUR' },
  { level: 2, unitValue: '100', exchangeRate: '1', currencyCode: 'GBP' },
] as const

export const epicOf = (index: number) => `KA.D.SIM${index}.DAILY.IP`
export const termsOf = (epic: string) => {
  const terms = marketTerms[Number(epic.slice(8, 9))]
  if (!terms) throw new Error(`No such market: ${epic}`)
  return terms
}

/** The broker of the simulated world: its own truth, and answers as unreliable as IG's. */
export class SimBroker {
  readonly wire: WireOrder[] = []
  readonly deals: TrueDeal[] = []
  readonly stood: Stood[] = []
  private readonly books = new Map<string, Book>()
  private readonly confirms = new Map<string, Confirm>()
  private readonly lastOrder = new Map<string, number>()
  private numbers = 0
  downUntil = 0
  readonly scheduler: Scheduler
  readonly chance: Chance
  private readonly rates: () => FaultRates
  private readonly strikes: Strikes
  /** Whose claim a close is sent under: one run may close for several alerts. */
  private readonly claimant: (login: BrokerLogin, dealId: string, alertId: string | null) => string | null

  constructor(
    world: { scheduler: Scheduler; chance: Chance; rates: () => FaultRates; strikes: Strikes },
    claimant: (login: BrokerLogin, dealId: string, alertId: string | null) => string | null,
  ) {
    this.claimant = claimant
    this.scheduler = world.scheduler
    this.chance = world.chance
    this.rates = world.rates
    this.strikes = world.strikes
  }

  book({ accountId }: Pick<BrokerLogin, 'accountId'>): Book {
    const book = this.books.get(accountId) ?? { positions: [], orders: [], leaving: [], activity: [] }
    this.books.set(accountId, book)
    return book
  }

  /** One read over the wire of one process, with its troubles. */
  private readBy(process: Process) {
    return <T>(answer: () => T): Promise<T> =>
      process
        .call(() => {
          if (this.scheduler.now < this.downUntil) {
            this.strikes.note('outage')
            throw new BrokerError('unreachable', 'IG did not answer')
          }
          if (this.chance.happens(this.rates().readTrouble)) {
            const kind = this.chance.happens(0.8) ? 'unreachable' : 'allowance'
            this.strikes.note(kind === 'allowance' ? 'allowance' : 'readTrouble')
            throw new BrokerError(kind, 'IG did not answer')
          }
          return answer()
        })
        .catch((error: unknown) => {
          throw error instanceof BrokerError ? error : new BrokerError('unreachable', 'IG did not answer')
        })
  }

  /** The port of one process. */
  portFor(process: Process): Broker {
    const read = this.readBy(process)
    const lists = this.listsFor(process)
    const close = (login: BrokerLogin, kind: 'close' | 'delete', dealId: string, size?: Decimal) =>
      this.send(process, { kind, login, name: dealId }, (sent) =>
        kind === 'close'
          ? this.closeDeal(login, dealId, size as Decimal, sent)
          : this.deleteDeal(login, dealId, sent),
      )
    return {
      readAccount: (login, known) =>
        readAccount({ ...lists, clock: process, deadline: readDeadline }, login, known),
      readMarket: (_account, epic) => read(() => this.market(epic)),
      readDailyCandles: () => read(() => []),
      confirm: (_account, reference) => read(() => this.confirmOf(reference)),
      readActivity: (login, from) =>
        read(() =>
          this.book(login).activity.filter(
            (entry) => entry.date >= from && entry.shownFrom <= this.scheduler.now,
          ),
        ),
      place: async (login, order, reference, notAfter) => {
        // Signing in first may take its time.
        const signsIn = this.chance.happens(this.rates().readTrouble)
        await process.sleep(signsIn ? this.chance.between(0, 6_000) : 1)
        if (signsIn && this.chance.happens(0.2)) {
          this.strikes.note('allowance')
          throw new BrokerError('allowance', 'no room to ask for the account')
        }
        if (process.now() > notAfter) return { kind: 'refused', code: 'TOO_LATE', message: 'too late' }
        return this.send(process, { kind: 'place', login, name: reference, order }, () =>
          this.openDeal(login, order, reference),
        )
      },
      closePosition: (login, { dealId, size }) => close(login, 'close', dealId, size),
      deleteOrder: (login, dealId) => close(login, 'delete', dealId),
    }
  }

  /** What trades: sent once; the request, the reply or both may be lost, and the deal may come late. */
  private send(
    process: Process,
    wire: Omit<WireOrder, 'at' | 'alertId' | 'clockError' | 'result'>,
    carryOut: (sent: WireOrder) => string | Sent,
  ): Promise<Sent> {
    const { chance, scheduler, strikes } = this
    const { clockError } = process
    const alertId =
      wire.kind === 'place' ? process.alertId : this.claimant(wire.login, wire.name, process.alertId)
    const entry: WireOrder = { ...wire, at: scheduler.now, alertId, clockError, result: 'unknown' }
    this.wire.push(entry)
    const unknown: Sent = { kind: 'unknown', message: 'IG did not answer in time' }
    const untouched = (answer: Sent): Sent => {
      entry.result = 'untouched'
      return answer
    }
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
        if (chance.happens(0.7)) scheduler.after(chance.between(1, 3_000), () => carryOut(entry))
        process.end()
        return
      }
      if (scheduler.now < this.downUntil || chance.happens(rates.orderTrouble)) {
        strikes.note('orderTrouble')
        const kind = chance.whole(0, 5)
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
                  }
                : { kind: 'refused', code: 'error.security.client-token-invalid', message: 'not signed in' },
            ),
          )
        return
      }
      answer(chance.between(20, 400), () => {
        const carried = carryOut(entry)
        return typeof carried === 'string' ? { kind: 'received', dealReference: carried } : carried
      })
    })
  }

  private newDealId() {
    this.numbers += 1
    return `DIAAAA${String(this.numbers).padStart(9, '0')}`
  }

  private confirmLater(reference: string, verdict: Confirmation) {
    const { chance, scheduler } = this
    const from = scheduler.now + (chance.happens(0.7) ? 0 : chance.between(0, 4_000))
    const readable = !chance.happens(this.rates().readTrouble)
    if (readable) this.confirms.set(reference, { verdict, from, until: from + confirmLife })
  }

  /** When something that happens now is shown in the lists, or in the history. */
  private shownAfter(where: 'listsLate' | 'historyLate'): number {
    const { chance, scheduler } = this
    if (chance.happens(this.rates()[where])) {
      this.strikes.note(where)
      return scheduler.now + chance.between(60_000, 5 * 60_000)
    }
    return scheduler.now + (chance.happens(0.6) ? 0 : chance.between(0, 10_000))
  }

  private note(
    account: Pick<BrokerLogin, 'accountId'>,
    entry: Pick<BrokerActivity, 'epic' | 'dealId' | 'dealReference' | 'description'> & {
      readonly status?: 'REJECTED'
      readonly action: ActivityKind | null
      readonly shownFrom: number
    },
  ) {
    const { action, shownFrom, status = 'ACCEPTED', ...rest } = entry
    this.book(account).activity.unshift({
      ...rest,
      date: this.scheduler.now,
      type: 'DEAL',
      status,
      actions: action === null ? [] : [{ kind: action, dealId: entry.dealId }],
      shownFrom,
    })
  }

  private stands(account: Pick<BrokerLogin, 'accountId'>, dealId: string, epic: string, shownFrom: number) {
    const { accountId } = account
    this.stood.push({ dealId, epic, accountId, from: this.scheduler.now, shownFrom, until: Infinity })
  }

  private openDeal(login: BrokerLogin, order: OrderToPlace, reference: string): string {
    const { chance, scheduler } = this
    const now = scheduler.now
    const book = this.book(login)
    const dealId = this.newDealId()
    const twin = `${login.accountId} ${order.epic} ${order.direction} ${order.size}`
    const isTwin = now - (this.lastOrder.get(twin) ?? -Infinity) < 1_000
    this.lastOrder.set(twin, now)
    const rejected = isTwin || chance.happens(this.rates().orderRejected)
    if (rejected && !isTwin) this.strikes.note('orderRejected')
    const { epic } = order
    const [shownFrom, historyFrom] = [this.shownAfter('listsLate'), this.shownAfter('historyLate')]
    const named = { epic, dealId, dealReference: reference, shownFrom: historyFrom }
    if (rejected) {
      this.note(login, { ...named, description: 'rejected', status: 'REJECTED', action: null })
      const reason = isTwin ? 'DUPLICATE_ORDER_ERROR' : 'INSUFFICIENT_FUNDS'
      this.confirmLater(reference, { kind: 'rejected', reason, message: reason })
      return reference
    }
    this.deals.push({
      dealId,
      dealReference: reference,
      login,
      order,
      appliedAt: now,
      shownFrom,
      historyFrom,
      before: { positions: [...book.positions], orders: [...book.orders] },
    })
    this.stands(login, dealId, epic, shownFrom)
    const common = { dealId, epic, direction: order.direction, size: order.size, createdAt: now }
    const level = order.level ?? String(termsOf(epic).level)
    if (order.type === 'LIMIT') {
      book.orders.push({ ...common, level, shownFrom, reference })
      this.note(login, { ...named, description: 'opened', action: 'order opened' })
      const ends = Math.max(now + 1, (order.goodTill ?? now) + chance.between(-240_000, 0))
      scheduler.at(ends, () => this.endOrder(login, dealId))
    } else {
      book.positions.push({ ...common, level, dealReference: reference, expiry: 'DFB', shownFrom })
      this.note(login, { ...named, description: 'opened', action: 'position opened' })
    }
    this.confirmLater(reference, {
      kind: 'accepted',
      dealId,
      level,
      size: order.size,
      effect: 'opened',
      affectedDealIds: [dealId],
    })
    return reference
  }

  endSomeOrder(login: BrokerLogin) {
    const [first] = this.book(login).orders
    if (first) this.endOrder(login, first.dealId)
  }

  /** A working order is filled, or its time is up. */
  private endOrder(login: BrokerLogin, dealId: string) {
    const book = this.book(login)
    const order = book.orders.find((candidate) => candidate.dealId === dealId)
    if (!order) return
    book.orders = book.orders.filter((candidate) => candidate !== order)
    const filled = this.chance.happens(0.5)
    // Out of the one list and into the other at once, unless the lists are late altogether.
    const late = this.shownAfter('listsLate')
    const shownFrom = late - this.scheduler.now > 10_000 ? late : this.scheduler.now
    const stood = this.stood.find((item) => item.dealId === dealId)
    if (filled && stood) stood.hiddenUntil = shownFrom
    if (filled) book.positions.push({ ...order, dealReference: order.reference, expiry: 'DFB', shownFrom })
    else this.ended(login, dealId)
    this.note(login, {
      epic: order.epic,
      dealId,
      dealReference: order.reference,
      description: filled ? 'filled' : 'expired',
      action: filled ? 'order filled' : 'order deleted',
      shownFrom: this.shownAfter('historyLate'),
    })
  }

  private ended({ accountId }: Pick<BrokerLogin, 'accountId'>, dealId: string) {
    for (const item of this.stood)
      if (item.dealId === dealId && item.accountId === accountId && item.until === Infinity)
        item.until = this.scheduler.now
  }

  /** IG cannot touch a deal that is seconds old, at times; and one that is gone it does not find. */
  private untouched(sent: WireOrder, what: string): Sent {
    sent.result = 'untouched'
    return { kind: 'refused', code: what, message: what, mayPassLater: true }
  }

  private isTooYoung({ createdAt }: OpenPosition | WorkingOrder) {
    const { chance, scheduler } = this
    const young = scheduler.now - createdAt < 60_000 && chance.happens(this.rates().transientRefusal)
    if (young) this.strikes.note('transientRefusal')
    return young
  }

  private closeDeal(login: BrokerLogin, dealId: string, size: Decimal, sent: WireOrder): string | Sent {
    const { chance } = this
    const book = this.book(login)
    const position = book.positions.find((candidate) => candidate.dealId === dealId)
    if (!position)
      return this.untouched(sent, 'error.service.marketdata.position.notional.details.null.error')
    if (this.isTooYoung(position)) return this.untouched(sent, 'error.service.execution.find')
    const reference = `CLOSE${this.newDealId()}`
    const part = Math.floor(Number(position.size) * 50) / 100
    if (part > 0 && chance.happens(this.rates().partialFill)) {
      this.strikes.note('partialFill')
      sent.result = 'partly'
      const left = (Number(position.size) - part).toFixed(2)
      book.positions = book.positions.map((each) => (each === position ? { ...position, size: left } : each))
      this.confirmLater(reference, { ...accepted(dealId, 'partly closed'), size: String(part) })
      return reference
    }
    if (Number(size) < Number(position.size)) throw new Error('A part was to be closed')
    sent.result = 'done'
    this.takeOut(login, position)
    this.noteEnd(login, position, reference, 'position closed')
    this.confirmLater(reference, accepted(dealId, 'closed'))
    return reference
  }

  private deleteDeal(login: BrokerLogin, dealId: string, sent: WireOrder): string | Sent {
    const book = this.book(login)
    const order = book.orders.find((candidate) => candidate.dealId === dealId)
    if (!order) return this.untouched(sent, 'error.service.execution.find')
    if (this.isTooYoung(order)) return this.untouched(sent, 'error.service.execution.find')
    sent.result = 'done'
    // The confirm of a delete comes under the deal's own reference.
    const { reference } = order
    this.takeOut(login, order)
    this.noteEnd(login, order, reference, 'order deleted')
    this.confirmLater(reference, accepted(dealId, 'deleted'))
    return reference
  }

  private noteEnd(
    account: Pick<BrokerLogin, 'accountId'>,
    { dealId, epic }: OpenPosition | WorkingOrder,
    dealReference: string | null,
    action: ActivityKind,
  ) {
    const shownFrom = this.shownAfter('historyLate')
    this.note(account, { epic, dealId, dealReference, description: action, action, shownFrom })
  }

  /** Gone at once; the lists may show it for some seconds more. */
  private takeOut(account: Pick<BrokerLogin, 'accountId'>, item: OpenPosition | WorkingOrder) {
    const book = this.book(account)
    book.positions = book.positions.filter((candidate) => candidate !== item)
    book.orders = book.orders.filter((candidate) => candidate !== item)
    this.ended(account, item.dealId)
    if (this.chance.happens(0.3))
      book.leaving.push({ item, until: this.scheduler.now + this.chance.between(0, 5_000) })
  }

  /** A person closes a position in IG's own app. */
  closeByHand(accountId: string) {
    const position = this.book({ accountId }).positions[0]
    if (!position) return
    this.takeOut({ accountId }, position)
    this.noteEnd({ accountId }, position, 'BYHAND', 'position closed')
  }

  /** Both lists as one process reads them, one after the other. */
  listsFor(process: Process) {
    const read = this.readBy(process)
    const listed = async <Deal extends OpenPosition | WorkingOrder, Row extends Deal>(
      { accountId }: BrokerLogin,
      deals: (book: Book) => readonly (Deal & { readonly shownFrom: number })[],
      rowOf: (deal: Deal) => Row,
      isSuch: (item: OpenPosition | WorkingOrder) => item is Deal,
    ): Promise<Reading<Row>> => {
      const readAt = process.now()
      const rows = await read(() => {
        const { now } = this.scheduler
        const book = this.book({ accountId })
        const leaving = book.leaving.filter(({ until }) => until > now).map(({ item }) => item)
        return [...deals(book).filter(({ shownFrom }) => shownFrom <= now), ...leaving.filter(isSuch)]
      })
      return { accountId, currency: 'GBP', readAt, answeredAt: process.now(), rows: rows.map(rowOf) }
    }
    const isPosition = (item: OpenPosition | WorkingOrder): item is OpenPosition => 'expiry' in item
    const isOrder = (item: OpenPosition | WorkingOrder): item is WorkingOrder => !isPosition(item)
    return {
      readPositions: async (login: BrokerLogin) => {
        const reading = await listed(login, ({ positions }) => positions, quotedPosition, isPosition)
        const { answeredAt: _, ...positions } = reading
        return positions
      },
      readOrders: (login: BrokerLogin) => listed(login, ({ orders }) => orders, listedOrder, isOrder),
    }
  }

  private confirmOf(reference: string): Confirmation | null {
    const confirm = this.confirms.get(reference)
    const now = this.scheduler.now
    return confirm && confirm.from <= now && now < confirm.until ? confirm.verdict : null
  }

  private market(epic: string): Market {
    const { level, unitValue, exchangeRate, currencyCode } = termsOf(epic)
    return {
      epic,
      name: epic,
      expiry: 'DFB',
      isDated: false,
      currencyCode,
      status: 'TRADEABLE',
      bid: String(level * 0.999),
      offer: String(level * 1.001),
      decimalPlaces: 3,
      scalingFactor: '1',
      worth: { kind: 'known', unitValue, exchangeRate, accountCurrency: 'GBP' },
      minDealSize: '0.01',
      sizeStep: null,
      takesStopsAndLimits: true,
      takesMarketOrders: true,
      minStopOrLimitDistance: { unit: 'POINTS', value: '0.01' },
      maxStopOrLimitDistance: { unit: 'PERCENTAGE', value: '75' },
      quotedAt: this.scheduler.now,
    }
  }
}

const accepted = (dealId: string, effect: DealEffect): Extract<Confirmation, { kind: 'accepted' }> => ({
  kind: 'accepted',
  dealId,
  level: null,
  size: null,
  effect,
  affectedDealIds: [dealId],
})
