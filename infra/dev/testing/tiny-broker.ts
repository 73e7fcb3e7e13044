import Big from 'big.js'
import { readAccount } from '../../../functions/broker/read-account.ts'
import type { Reading } from '../../../functions/broker/account-state.ts'
import type { ListedOrder, QuotedPosition } from '../../../functions/broker/listed-deals.ts'
import {
  type Broker,
  type BrokerActivity,
  BrokerError,
  type BrokerLogin,
  type Confirmation,
  type Fence,
  type SendResult,
} from '../../../functions/trading/ports/broker.ts'
import type { Clock } from '../../../functions/trading/ports/ports.ts'
import type {
  AccountState,
  Market,
  OpenPosition,
  OrderToPlace,
  StopChange,
} from '../../../shared/trading/model/snapshot.ts'

/**
 * A second broker, in memory and unlike IG. It numbers its orders, confirms each one at once, and its lists are never
 * out of date. It shows that the engine needs nothing else from a broker.
 */
export class TinyBroker implements Broker {
  readonly #clock: Clock
  readonly #markets: ReadonlyMap<string, Omit<Market, 'quotedAt'>>
  readonly #positions = new Map<string, QuotedPosition & { readonly dealReference: string }>()
  readonly #orders = new Map<string, ListedOrder>()
  readonly #confirms = new Map<string, Confirmation>()
  readonly #activity: BrokerActivity[] = []
  #deals = 0
  #last: { readonly at: number; readonly order: string } | null = null

  constructor(clock: Clock, markets: readonly Omit<Market, 'quotedAt'>[]) {
    this.#clock = clock
    this.#markets = new Map(markets.map((market) => [market.epic, market]))
  }

  takeRequests = () => 0
  lastShortage = () => null
  readDailyCandles = async () => []

  async readAccount(login: BrokerLogin, known?: AccountState) {
    const reader = {
      clock: this.#clock,
      deadline: 5_000,
      readPositions: () => this.readPositions(login),
      readOrders: async () => ({ ...this.#listed(login, this.#orders), answeredAt: this.#clock.now() }),
    }
    return readAccount(reader, login, known)
  }

  async readPositions(login: BrokerLogin) {
    return this.#listed(login, this.#positions)
  }

  async readEquity() {
    const open = [...this.#positions.values()]
    const sizes = open.reduce((sum, { size }) => sum.plus(size), new Big(0))
    const loss = open.reduce(
      (sum, { size, bid, offer }) => sum.plus(new Big(bid ?? 0).minus(offer ?? 0).times(size)),
      new Big(0),
    )
    await this.#clock.sleep(1)
    return {
      at: this.#clock.now(),
      balance: '10000',
      currency: 'GBP',
      profitLoss: loss.toFixed(),
      margin: sizes.times(46).toFixed(),
    }
  }

  async readMarket(_login: BrokerLogin, epic: string): Promise<Market> {
    const market = this.#markets.get(epic)
    if (!market) throw new BrokerError('not-found', 'This broker has no such market')
    return { ...market, quotedAt: this.#clock.now() }
  }

  async readMarkets(login: BrokerLogin, epics: readonly string[]) {
    return Promise.all(
      epics.filter((epic) => this.#markets.has(epic)).map((epic) => this.readMarket(login, epic)),
    )
  }

  async place(
    login: BrokerLogin,
    order: OrderToPlace,
    dealReference: string,
    { notAfter, isStopped }: Fence,
  ): Promise<SendResult> {
    if (await isStopped?.()) return { kind: 'refused', code: 'STOPPED', message: 'it was stopped' }
    const now = this.#clock.now()
    if (now > notAfter)
      return { kind: 'refused', code: 'TOO_LATE', message: 'the order couldn’t be sent in time' }
    const words = JSON.stringify(order)
    if (this.#last?.order === words && now - this.#last.at < 1_000)
      return this.#confirmed(dealReference, {
        kind: 'rejected',
        reason: 'DUPLICATE_ORDER_ERROR',
        message: 'the same order came twice',
      })
    this.#last = { at: now, order: words }
    const dealId = this.#nextDeal()
    const { epic, direction, size, expiry, currencyCode } = order
    const { bid, offer } = await this.readMarket(login, epic)
    const level = order.level ?? (direction === 'BUY' ? offer : bid) ?? '0'
    const away = (distance: string, sign: 1 | -1) =>
      new Big(level).plus(new Big(distance).times(direction === 'BUY' ? sign : -sign)).toFixed()
    const stopLevel = away(order.stopDistance, -1)
    const limitLevel = away(order.limitDistance, 1)
    const deal = { dealId, epic, direction, size, level, createdAt: now, stopLevel, limitLevel }
    if (order.type === 'LIMIT') this.#orders.set(dealId, { ...deal, type: 'LIMIT' })
    else
      this.#positions.set(dealId, {
        ...deal,
        bid,
        offer,
        dealReference,
        expiry,
        controlledRisk: false,
        contractSize: '1',
        currency: currencyCode,
        isTradeable: true,
      })
    return this.#accepted(dealReference, { dealId, size, level, effect: 'opened' }, epic)
  }

  async closePosition(_login: BrokerLogin, { dealId, size }: OpenPosition): Promise<SendResult> {
    const held = this.#positions.get(dealId)
    if (!held) return gone
    const rest = new Big(held.size).minus(size)
    if (rest.gt(0)) this.#positions.set(dealId, { ...held, size: rest.toFixed() })
    else this.#positions.delete(dealId)
    const effect = rest.gt(0) ? 'partly closed' : 'closed'
    return this.#accepted(`TINY-${this.#nextDeal()}`, { dealId, size, level: held.bid, effect }, held.epic)
  }

  async moveStop(_login: BrokerLogin, { dealId, stopLevel, limitLevel }: StopChange): Promise<SendResult> {
    const held = this.#positions.get(dealId)
    if (!held) return gone
    this.#positions.set(dealId, { ...held, stopLevel, limitLevel })
    const { size, level, epic } = held
    return this.#accepted(`TINY-${this.#nextDeal()}`, { dealId, size, level, effect: 'amended' }, epic)
  }

  async deleteOrder(_login: BrokerLogin, dealId: string): Promise<SendResult> {
    const order = this.#orders.get(dealId)
    if (!order) return gone
    this.#orders.delete(dealId)
    const { size, level, epic } = order
    return this.#accepted(`TINY-${this.#nextDeal()}`, { dealId, size, level, effect: 'deleted' }, epic)
  }

  async confirm(_login: BrokerLogin, dealReference: string) {
    return this.#confirms.get(dealReference) ?? null
  }

  async readActivity(_login: BrokerLogin, from: number) {
    return this.#activity.filter(({ date }) => date >= from).toReversed()
  }

  #listed<Row>({ accountId }: BrokerLogin, deals: ReadonlyMap<string, Row>): Reading<Row> {
    return { accountId, currency: 'GBP', readAt: this.#clock.now(), rows: [...deals.values()] }
  }

  #nextDeal() {
    this.#deals += 1
    return String(this.#deals)
  }

  #accepted(
    dealReference: string,
    deal: Pick<Extract<Confirmation, { kind: 'accepted' }>, 'dealId' | 'size' | 'level' | 'effect'>,
    epic: string,
  ): SendResult {
    this.#activity.push({
      date: this.#clock.now(),
      epic,
      dealId: deal.dealId,
      dealReference,
      type: 'DEAL',
      status: 'ACCEPTED',
      description: '',
      actions: [],
    })
    return this.#confirmed(dealReference, { kind: 'accepted', ...deal, affectedDealIds: [deal.dealId] })
  }

  #confirmed(dealReference: string, confirmation: Confirmation): SendResult {
    this.#confirms.set(dealReference, confirmation)
    return { kind: 'received', dealReference }
  }
}

const gone: SendResult = {
  kind: 'refused',
  code: 'NO_SUCH_DEAL',
  message: 'this broker has no such deal',
  mayPassLater: true,
}
