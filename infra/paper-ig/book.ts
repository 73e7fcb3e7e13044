import { type PaperMarket, paperMarkets } from './markets.ts'
import { type Fixed, type Quote, quoteAt, round } from './prices.ts'

export type Direction = 'BUY' | 'SELL'

export type PaperPosition = {
  readonly dealId: string
  readonly dealReference: string
  readonly epic: string
  readonly direction: Direction
  size: number
  readonly level: number
  stopLevel: number | null
  limitLevel: number | null
  readonly guaranteedStop: boolean
  readonly currency: string
  readonly createdAt: number
  /** Not in the lists before. */
  readonly shownFrom: number
}

export type PaperOrder = {
  readonly dealId: string
  readonly dealReference: string
  readonly epic: string
  readonly direction: Direction
  readonly size: number
  level: number
  type: 'LIMIT' | 'STOP'
  goodTill: number | null
  stopDistance: number | null
  limitDistance: number | null
  readonly currency: string
  readonly createdAt: number
  readonly shownFrom: number
}

export type PaperConfirm = {
  readonly at: number
  readonly dealReference: string
  readonly dealId: string
  readonly epic: string
  readonly direction: Direction
  readonly accepted: boolean
  readonly status: 'OPEN' | 'AMENDED' | 'CLOSED' | 'PARTIALLY_CLOSED' | 'DELETED' | null
  readonly reason: string
  readonly affected: readonly { readonly dealId: string; readonly status: string }[]
  readonly level: number | null
  readonly size: number | null
  readonly expiry: string | null
  readonly stopLevel: number | null
  readonly limitLevel: number | null
  readonly profit: number | null
}

export type PaperActivity = {
  readonly at: number
  readonly epic: string
  readonly dealId: string
  readonly dealReference: string
  readonly type: 'POSITION' | 'WORKING_ORDER' | 'EDIT_STOP_AND_LIMIT'
  readonly status: 'ACCEPTED' | 'REJECTED'
  readonly channel: 'PUBLIC_WEB_API' | 'SYSTEM'
  readonly description: string
  readonly actions: readonly { readonly actionType: string; readonly affectedDealId: string }[]
  readonly direction: Direction
  readonly size: number
  readonly level: number | null
  readonly goodTill: number | null
  readonly currency: string
}

export type PaperAccount = {
  readonly accountId: string
  readonly accountType: 'SPREADBET' | 'CFD'
  cash: number
  positions: PaperPosition[]
  orders: PaperOrder[]
  activity: PaperActivity[]
}

/** How this broker lies; each may be set while it runs (POST /_paper/settings). */
export type Behaviour = {
  /** Milliseconds until a confirm can be read, and for how long. */
  confirmDelayMs: number
  confirmLifeMs: number
  /** Milliseconds until a new deal is in the lists. */
  positionsLagMs: number
  /** Points that a market order slips. */
  slippage: number
  /** Share of the size that an order which allows it is filled with. */
  partialFill: number
  duplicateGuard: boolean
  sameReference: 'accept' | 'reject'
  /** Per minute: non-trading per key and per account, trading per account. */
  allowances: { key: number; account: number; trading: number }
}

export const usualBehaviour: Behaviour = {
  confirmDelayMs: 30,
  confirmLifeMs: 60_000,
  positionsLagMs: 0,
  slippage: 0,
  partialFill: 1,
  duplicateGuard: true,
  sameReference: 'accept',
  allowances: { key: 60, account: 30, trading: 100 },
}

export type BookState = {
  accounts: Record<string, PaperAccount>
  confirms: PaperConfirm[]
  fixed: Record<string, Fixed>
  numbers: number
}

export const emptyState = (): BookState => ({ accounts: {}, confirms: [], fixed: {}, numbers: 0 })

export type Opening = {
  readonly epic: string
  readonly expiry: string
  readonly direction: Direction
  readonly size: number
  readonly currencyCode: string
  readonly orderType: 'MARKET' | 'LIMIT' | 'QUOTE'
  readonly level: number | null
  readonly timeInForce: string | null
  readonly dealReference: string | null
  readonly guaranteedStop: boolean
  readonly stopLevel: number | null
  readonly stopDistance: number | null
  readonly limitLevel: number | null
  readonly limitDistance: number | null
}

export type Working = Omit<Opening, 'orderType' | 'timeInForce'> & {
  readonly type: 'LIMIT' | 'STOP'
  readonly goodTill: number | null
}

const startingCash = 10_000
const sign = (direction: Direction) => (direction === 'BUY' ? 1 : -1)
const opposite = (direction: Direction): Direction => (direction === 'BUY' ? 'SELL' : 'BUY')

/**
 * One environment's accounts and deals. Time comes from outside; whatever time brings (fills, stops, expiry) is worked
 * off by `settle` before anything is asked or done.
 */
export class Book {
  state: BookState
  readonly behaviour: Behaviour
  readonly seed: number
  private readonly clock: () => number
  private readonly recent = new Map<string, number>()

  constructor(state: BookState, behaviour: Behaviour, seed: number, clock: () => number) {
    this.state = state
    this.behaviour = behaviour
    this.seed = seed
    this.clock = clock
  }

  get now() {
    return this.clock()
  }

  market(epic: string): PaperMarket | undefined {
    return paperMarkets.find((market) => market.epic === epic)
  }

  quote(market: PaperMarket): Quote {
    return quoteAt(this.seed, market, this.now, this.state.fixed[market.epic])
  }

  /** The two accounts of an identifier, made when it first signs in. */
  accountsOf(identifier: string): PaperAccount[] {
    const name = identifier.toUpperCase()
    return (['SPREADBET', 'CFD'] as const).map((accountType) => {
      const accountId = `${name}-${accountType === 'SPREADBET' ? 'SB' : 'CFD'}`
      return (this.state.accounts[accountId] ??= {
        accountId,
        accountType,
        cash: startingCash,
        positions: [],
        orders: [],
        activity: [],
      })
    })
  }

  // --- money ----------------------------------------------------------------------------------------------------------

  /** In GBP, the currency of every paper account. */
  profitOf(position: PaperPosition): number {
    const market = this.market(position.epic)
    const quote = market && this.quote(market)
    const close = position.direction === 'BUY' ? quote?.bid : quote?.offer
    return market && close != null ? this.profitAt(position, market, close, position.size) : 0
  }

  private profitAt(position: PaperPosition, market: PaperMarket, close: number, size: number) {
    return (close - position.level) * sign(position.direction) * size * contractSize(market) * market.gbpRate
  }

  private marginOf(market: PaperMarket, level: number, size: number) {
    return (Math.abs(level * size * contractSize(market)) * market.gbpRate * market.marginPercent) / 100
  }

  balanceOf(account: PaperAccount) {
    const profitLoss = account.positions.reduce((sum, position) => sum + this.profitOf(position), 0)
    const deposit = account.positions.reduce((sum, position) => {
      const market = this.market(position.epic)
      return sum + (market ? this.marginOf(market, position.level, position.size) : 0)
    }, 0)
    return {
      balance: round(account.cash, 2),
      deposit: round(deposit, 2),
      profitLoss: round(profitLoss, 2),
      available: round(round(account.cash, 2) + round(profitLoss, 2) - round(deposit, 2), 2),
    }
  }

  // --- what time brings -----------------------------------------------------------------------------------------------

  settle() {
    for (const account of Object.values(this.state.accounts)) {
      for (const order of [...account.orders]) this.settleOrder(account, order)
      for (const position of [...account.positions]) this.settlePosition(account, position)
    }
    this.state.confirms = this.state.confirms.filter(
      ({ at }) => this.now - at < this.behaviour.confirmLifeMs + 60_000,
    )
  }

  private settleOrder(account: PaperAccount, order: PaperOrder) {
    const market = this.market(order.epic)
    const quote = market && this.quote(market)
    if (!market || !quote) return
    if (order.goodTill !== null && this.now >= order.goodTill) {
      account.orders = account.orders.filter((candidate) => candidate !== order)
      this.note(
        account,
        order,
        'WORKING_ORDER',
        'SYSTEM',
        `Working order expired: ${order.dealId.slice(-8)}`,
        'WORKING_ORDER_DELETED',
        order.level,
      )
      return
    }
    const price = order.direction === 'BUY' ? quote.offer : quote.bid
    if (price == null || quote.status !== 'TRADEABLE') return
    const better = order.direction === 'BUY' ? price <= order.level : price >= order.level
    const worse = order.direction === 'BUY' ? price >= order.level : price <= order.level
    if (!(order.type === 'LIMIT' ? better : worse)) return
    account.orders = account.orders.filter((candidate) => candidate !== order)
    const away = (distance: number | null, direction: number) =>
      distance === null
        ? null
        : round(
            price + direction * sign(order.direction) * (distance / market.scalingFactor),
            market.decimals,
          )
    // The position keeps the order's deal id and reference.
    account.positions.push({
      dealId: order.dealId,
      dealReference: order.dealReference,
      epic: order.epic,
      direction: order.direction,
      size: order.size,
      level: price,
      stopLevel: away(order.stopDistance, -1),
      limitLevel: away(order.limitDistance, 1),
      guaranteedStop: false,
      currency: order.currency,
      createdAt: this.now,
      shownFrom: this.now,
    })
    this.note(
      account,
      order,
      'WORKING_ORDER',
      'SYSTEM',
      `Order filled: ${order.dealId.slice(-8)}`,
      order.type === 'LIMIT' ? 'LIMIT_ORDER_FILLED' : 'STOP_ORDER_FILLED',
      price,
    )
    this.note(
      account,
      order,
      'POSITION',
      'SYSTEM',
      `Position opened: ${order.dealId.slice(-8)}`,
      'POSITION_OPENED',
      price,
    )
  }

  private settlePosition(account: PaperAccount, position: PaperPosition) {
    const market = this.market(position.epic)
    const quote = market && this.quote(market)
    const price = position.direction === 'BUY' ? quote?.bid : quote?.offer
    if (!market || price == null || quote?.status !== 'TRADEABLE') return
    const direction = sign(position.direction)
    const stopped = position.stopLevel !== null && (price - position.stopLevel) * direction <= 0
    const reached = position.limitLevel !== null && (price - position.limitLevel) * direction >= 0
    if (!stopped && !reached) return
    account.positions = account.positions.filter((candidate) => candidate !== position)
    const level = stopped && position.guaranteedStop ? (position.stopLevel as number) : price
    account.cash += this.profitAt(position, market, level, position.size)
    this.note(
      account,
      position,
      'POSITION',
      'SYSTEM',
      `Position/s closed: ${position.dealId.slice(-8)}`,
      'POSITION_CLOSED',
      level,
    )
  }

  private note(
    account: PaperAccount,
    deal: Pick<
      PaperPosition | PaperOrder,
      'dealId' | 'dealReference' | 'epic' | 'direction' | 'size' | 'currency'
    > & { goodTill?: number | null },
    type: PaperActivity['type'],
    channel: PaperActivity['channel'],
    description: string,
    actionType: string | null,
    level: number | null,
  ) {
    account.activity.unshift({
      at: this.now,
      epic: deal.epic,
      dealId: deal.dealId,
      dealReference: deal.dealReference,
      type,
      status: actionType === null ? 'REJECTED' : 'ACCEPTED',
      channel,
      description,
      actions: actionType === null ? [] : [{ actionType, affectedDealId: deal.dealId }],
      direction: deal.direction,
      size: deal.size,
      level,
      goodTill: deal.goodTill ?? null,
      currency: deal.currency,
    })
    account.activity.length = Math.min(account.activity.length, 2_000)
  }

  // --- deals ----------------------------------------------------------------------------------------------------------

  private newDealId() {
    this.state.numbers += 1
    return `DIAAAA${String(100_000_000 + this.state.numbers)}`
  }

  private newReference() {
    this.state.numbers += 1
    return `PAPER${String(1_000_000_000 + this.state.numbers)}`
  }

  private confirm(confirm: Omit<PaperConfirm, 'at'>) {
    this.state.confirms.push({ at: this.now, ...confirm })
    return confirm.dealReference
  }

  private reject(
    account: PaperAccount,
    deal: { epic: string; direction: Direction; size: number; currencyCode: string },
    dealReference: string,
    reason: string,
    type: PaperActivity['type'],
  ) {
    const dealId = this.newDealId()
    const { epic, direction, size, currencyCode } = deal
    this.note(
      account,
      { dealId, dealReference, epic, direction, size, currency: currencyCode },
      type,
      'PUBLIC_WEB_API',
      `Rejected: ${reason}`,
      null,
      null,
    )
    return this.confirm({
      dealReference,
      dealId,
      epic,
      direction,
      accepted: false,
      status: null,
      reason,
      affected: [],
      level: null,
      size: null,
      expiry: null,
      stopLevel: null,
      limitLevel: null,
      profit: null,
    })
  }

  /** Why an opening deal is rejected; null where it is not. What is about the market, the size and the money. */
  private reasonAgainst(
    account: PaperAccount,
    deal: Working | Opening,
    reference: string,
    working: boolean,
  ): string | null {
    const market = this.market(deal.epic)
    if (!market) return 'INSTRUMENT_NOT_FOUND'
    if (market.accountType !== account.accountType)
      return account.accountType === 'SPREADBET'
        ? 'REJECT_CFD_ORDER_ON_SPREADBET_ACCOUNT'
        : 'REJECT_SPREADBET_ORDER_ON_CFD_ACCOUNT'
    if (market.expiry !== deal.expiry) return 'CONTACT_SUPPORT_INSTRUMENT_ERROR'
    if (market.currency !== deal.currencyCode) return 'INSTRUMENT_NOT_TRADEABLE_IN_THIS_CURRENCY'
    const { status, bid, offer } = this.quote(market)
    if (status === 'OFFLINE' || status === 'SUSPENDED') return 'MARKET_OFFLINE'
    if (status !== 'TRADEABLE' && !(working && status === 'EDITS_ONLY'))
      return status === 'EDITS_ONLY' ? 'MARKET_CLOSED_WITH_EDITS' : 'MARKET_CLOSED'
    if (deal.size < market.minDealSize) return 'MINIMUM_ORDER_SIZE_ERROR'
    if (Math.abs(deal.size * 100 - Math.round(deal.size * 100)) > 1e-9) return 'SIZE_INCREMENT'
    if (this.behaviour.sameReference === 'reject' && deal.dealReference && this.isKnown(account, reference))
      return 'CONFLICTING_ORDER'
    const twin = `${account.accountId} ${deal.epic} ${deal.direction} ${deal.size}`
    const last = this.recent.get(twin)
    this.recent.set(twin, this.now)
    if (this.behaviour.duplicateGuard && last !== undefined && this.now - last < 1_000)
      return 'DUPLICATE_ORDER_ERROR'
    if (bid === null || offer === null) return working ? null : 'MARKET_CLOSED'
    const level = working ? (deal.level as number) : deal.direction === 'BUY' ? offer : bid
    const { available } = this.balanceOf(account)
    if (!working && available < this.marginOf(market, level, deal.size)) return 'INSUFFICIENT_FUNDS'
    return this.distancesFit(market, deal, level, (bid + offer) / 2) ? null : 'ATTACHED_ORDER_LEVEL_ERROR'
  }

  private isKnown(account: PaperAccount, reference: string) {
    return account.activity.some((entry) => entry.dealReference === reference && entry.status === 'ACCEPTED')
  }

  private distancesFit(market: PaperMarket, deal: Working | Opening, level: number, price: number): boolean {
    const least =
      market.minStop.unit === 'POINTS'
        ? market.minStop.value
        : (price * market.minStop.value * market.scalingFactor) / 100
    const most = price * 0.75 * market.scalingFactor
    const direction = sign(deal.direction)
    const fromLevel = (value: number | null, towards: number) =>
      value === null ? null : (value - level) * towards * direction * market.scalingFactor
    const distances = [
      deal.stopDistance ?? fromLevel(deal.stopLevel, -1),
      deal.limitDistance ?? fromLevel(deal.limitLevel, 1),
    ]
    return distances.every(
      (distance) => distance === null || (distance >= least - 1e-9 && distance <= most + 1e-9),
    )
  }

  /** @returns the deal reference; the verdict is in its confirm */
  open(account: PaperAccount, deal: Opening): string {
    const reference = deal.dealReference ?? this.newReference()
    const reason = this.reasonAgainst(account, deal, reference, false)
    const market = this.market(deal.epic)
    if (reason !== null || !market)
      return this.reject(account, deal, reference, reason ?? 'UNKNOWN', 'POSITION')
    const quote = this.quote(market)
    const direction = sign(deal.direction)
    const price = round(
      ((deal.direction === 'BUY' ? quote.offer : quote.bid) as number) +
        (deal.orderType === 'MARKET' ? (direction * this.behaviour.slippage) / market.scalingFactor : 0),
      market.decimals,
    )
    if (deal.orderType === 'LIMIT' && (price - (deal.level as number)) * direction > 0)
      return this.reject(account, deal, reference, 'LEVEL_TOLERANCE_ERROR', 'POSITION')
    const filled =
      deal.timeInForce === 'EXECUTE_AND_ELIMINATE'
        ? round(deal.size * this.behaviour.partialFill, 2)
        : deal.size
    const away = (level: number | null, distance: number | null, towards: number) =>
      level ??
      (distance === null
        ? null
        : round(price + towards * direction * (distance / market.scalingFactor), market.decimals))
    const dealId = this.newDealId()
    const position: PaperPosition = {
      dealId,
      dealReference: reference,
      epic: deal.epic,
      direction: deal.direction,
      size: filled,
      level: price,
      stopLevel: away(deal.stopLevel, deal.stopDistance, -1),
      limitLevel: away(deal.limitLevel, deal.limitDistance, 1),
      guaranteedStop: deal.guaranteedStop,
      currency: deal.currencyCode,
      createdAt: this.now,
      shownFrom: this.now + this.behaviour.positionsLagMs,
    }
    account.positions.push(position)
    this.note(
      account,
      position,
      'POSITION',
      'PUBLIC_WEB_API',
      `Position opened: ${dealId.slice(-8)}`,
      'POSITION_OPENED',
      price,
    )
    return this.confirm({
      dealReference: reference,
      dealId,
      epic: deal.epic,
      direction: deal.direction,
      accepted: true,
      status: 'OPEN',
      reason: 'SUCCESS',
      affected: [{ dealId, status: 'OPENED' }],
      level: price,
      size: filled,
      expiry: market.expiry,
      stopLevel: position.stopLevel,
      limitLevel: position.limitLevel,
      profit: null,
    })
  }

  placeOrder(account: PaperAccount, deal: Working): string {
    const reference = deal.dealReference ?? this.newReference()
    const market = this.market(deal.epic)
    const quote = market && this.quote(market)
    const level = deal.level as number
    const price = deal.direction === 'BUY' ? quote?.offer : quote?.bid
    const isBetter = price == null || (price - level) * sign(deal.direction) > 0
    const reason =
      this.reasonAgainst(account, deal, reference, true) ??
      (deal.goodTill !== null && deal.goodTill <= this.now ? 'GOOD_TILL_DATE_IN_THE_PAST' : null) ??
      ((deal.type === 'LIMIT') === isBetter ? null : 'LIMIT_ORDER_WRONG_SIDE_OF_MARKET')
    if (reason !== null || !market)
      return this.reject(account, deal, reference, reason ?? 'UNKNOWN', 'WORKING_ORDER')
    const dealId = this.newDealId()
    const direction = sign(deal.direction)
    const inPoints = (distance: number | null, attached: number | null, towards: number) =>
      distance ?? (attached === null ? null : (attached - level) * towards * direction * market.scalingFactor)
    const order: PaperOrder = {
      dealId,
      dealReference: reference,
      epic: deal.epic,
      direction: deal.direction,
      size: deal.size,
      level: round(level, market.decimals),
      type: deal.type,
      goodTill: deal.goodTill,
      stopDistance: inPoints(deal.stopDistance, deal.stopLevel, -1),
      limitDistance: inPoints(deal.limitDistance, deal.limitLevel, 1),
      currency: deal.currencyCode,
      createdAt: this.now,
      shownFrom: this.now + this.behaviour.positionsLagMs,
    }
    account.orders.push(order)
    this.note(
      account,
      order,
      'WORKING_ORDER',
      'PUBLIC_WEB_API',
      `Order opened: ${dealId.slice(-8)}`,
      deal.type === 'LIMIT' ? 'LIMIT_ORDER_OPENED' : 'STOP_ORDER_OPENED',
      order.level,
    )
    return this.confirm({
      dealReference: reference,
      dealId,
      epic: deal.epic,
      direction: deal.direction,
      accepted: true,
      status: 'OPEN',
      reason: 'SUCCESS',
      affected: [{ dealId, status: 'OPENED' }],
      level: order.level,
      size: order.size,
      expiry: market.expiry,
      stopLevel: null,
      limitLevel: null,
      profit: null,
    })
  }

  /** The reference is always the broker's own, and the confirm names the opening deal. */
  close(account: PaperAccount, dealId: string, direction: Direction, size: number): string {
    const dealReference = this.newReference()
    const position = account.positions.find((candidate) => candidate.dealId === dealId)
    const market = position && this.market(position.epic)
    const quote = market && this.quote(market)
    const deal = {
      epic: position?.epic ?? 'UNKNOWN',
      direction,
      size,
      currencyCode: position?.currency ?? 'GBP',
    }
    if (!position || !market || !quote)
      return this.reject(account, deal, dealReference, 'POSITION_NOT_FOUND', 'POSITION')
    if (direction !== opposite(position.direction) || size > position.size + 1e-9)
      return this.reject(account, deal, dealReference, 'POSITION_NOT_AVAILABLE_TO_CLOSE', 'POSITION')
    if (quote.status !== 'TRADEABLE')
      return this.reject(account, deal, dealReference, 'MARKET_CLOSED', 'POSITION')
    const price = (position.direction === 'BUY' ? quote.bid : quote.offer) as number
    const profit = round(this.profitAt(position, market, price, size), 2)
    account.cash += profit
    const isWhole = Math.abs(position.size - size) < 1e-9
    if (isWhole) account.positions = account.positions.filter((candidate) => candidate !== position)
    else position.size = round(position.size - size, 8)
    const actionType = isWhole ? 'POSITION_CLOSED' : 'POSITION_PARTIALLY_CLOSED'
    account.activity.unshift({
      at: this.now,
      epic: position.epic,
      // A close is an activity with a deal id of its own; the action names the opening deal.
      dealId: this.newDealId(),
      dealReference,
      type: 'POSITION',
      status: 'ACCEPTED',
      channel: 'PUBLIC_WEB_API',
      description: isWhole
        ? `Position/s closed: ${dealId.slice(-8)}`
        : `Position partially closed: ${dealId.slice(-8)}`,
      actions: [{ actionType, affectedDealId: dealId }],
      direction,
      size,
      level: price,
      goodTill: null,
      currency: position.currency,
    })
    return this.confirm({
      dealReference,
      dealId,
      epic: position.epic,
      direction,
      accepted: true,
      status: isWhole ? 'CLOSED' : 'PARTIALLY_CLOSED',
      reason: 'SUCCESS',
      affected: [{ dealId, status: isWhole ? 'FULLY_CLOSED' : 'PARTIALLY_CLOSED' }],
      level: price,
      size,
      expiry: market.expiry,
      stopLevel: null,
      limitLevel: null,
      profit,
    })
  }

  /** Replaces stop and limit: what is left out is removed. */
  amend(
    account: PaperAccount,
    dealId: string,
    stopLevel: number | null,
    limitLevel: number | null,
  ): string | null {
    const position = account.positions.find((candidate) => candidate.dealId === dealId)
    if (!position) return null
    position.stopLevel = stopLevel
    position.limitLevel = limitLevel
    const dealReference = this.newReference()
    this.note(
      account,
      { ...position, dealReference },
      'EDIT_STOP_AND_LIMIT',
      'PUBLIC_WEB_API',
      `Position amended: ${dealId.slice(-8)}`,
      'STOP_LIMIT_AMENDED',
      position.level,
    )
    return this.confirm({
      dealReference,
      dealId,
      epic: position.epic,
      direction: position.direction,
      accepted: true,
      status: 'AMENDED',
      reason: 'SUCCESS',
      affected: [{ dealId, status: 'AMENDED' }],
      level: position.level,
      size: position.size,
      expiry: this.market(position.epic)?.expiry ?? null,
      stopLevel,
      limitLevel,
      profit: null,
    })
  }

  amendOrder(
    account: PaperAccount,
    dealId: string,
    change: Pick<PaperOrder, 'level' | 'type' | 'goodTill' | 'stopDistance' | 'limitDistance'>,
  ): string | null {
    const order = account.orders.find((candidate) => candidate.dealId === dealId)
    if (!order) return null
    Object.assign(order, change)
    return this.orderConfirm(
      account,
      order,
      'AMENDED',
      order.type === 'LIMIT' ? 'LIMIT_ORDER_AMENDED' : 'STOP_ORDER_AMENDED',
    )
  }

  deleteOrder(account: PaperAccount, dealId: string): string {
    const order = account.orders.find((candidate) => candidate.dealId === dealId)
    if (!order) {
      const deal = { epic: 'UNKNOWN', direction: 'BUY' as const, size: 0, currencyCode: 'GBP' }
      return this.reject(account, deal, this.newReference(), 'ORDER_NOT_FOUND', 'WORKING_ORDER')
    }
    account.orders = account.orders.filter((candidate) => candidate !== order)
    return this.orderConfirm(
      account,
      order,
      'DELETED',
      order.type === 'LIMIT' ? 'LIMIT_ORDER_DELETED' : 'STOP_ORDER_DELETED',
    )
  }

  private orderConfirm(
    account: PaperAccount,
    order: PaperOrder,
    status: 'AMENDED' | 'DELETED',
    actionType: string,
  ) {
    const dealReference = this.newReference()
    this.note(
      account,
      { ...order, dealReference },
      'WORKING_ORDER',
      'PUBLIC_WEB_API',
      `Order ${status.toLowerCase()}: ${order.dealId.slice(-8)}`,
      actionType,
      order.level,
    )
    return this.confirm({
      dealReference,
      dealId: order.dealId,
      epic: order.epic,
      direction: order.direction,
      accepted: true,
      status,
      reason: 'SUCCESS',
      affected: [{ dealId: order.dealId, status }],
      level: order.level,
      size: order.size,
      expiry: this.market(order.epic)?.expiry ?? null,
      stopLevel: null,
      limitLevel: null,
      profit: null,
    })
  }

  /** Not there yet, there, and gone again after its life. */
  readConfirm(dealReference: string): PaperConfirm | null {
    const { confirmDelayMs, confirmLifeMs } = this.behaviour
    const confirm = this.state.confirms.findLast((candidate) => candidate.dealReference === dealReference)
    const age = confirm ? this.now - confirm.at : -1
    return confirm && age >= confirmDelayMs && age < confirmDelayMs + confirmLifeMs ? confirm : null
  }
}

/** Money per unit of price and size: IG's position field of the same name. */
export const contractSize = (market: PaperMarket) => market.lotSize * market.scalingFactor
