import { marketOfDeal } from '../book/book.ts'
import { contractSize } from '../book/money.ts'
import type { Confirm, Position, WorkingOrder } from '../book/state.ts'
import { iso, slashed, slashedWithMillis } from './dates.ts'
import type { ShortMarkets } from './market-views.ts'

export const positionView = (short: ShortMarkets, position: Position) => {
  const market = marketOfDeal(position)
  return {
    position: {
      contractSize: contractSize(market),
      createdDate: slashedWithMillis(position.createdAt),
      createdDateUTC: iso(position.createdAt),
      dealId: position.dealId,
      dealReference: position.dealReference,
      size: position.size,
      direction: position.direction,
      limitLevel: position.limitLevel,
      level: position.level,
      currency: position.currency,
      controlledRisk: position.guaranteedStop,
      stopLevel: position.stopLevel,
      trailingStep: position.trail?.step ?? null,
      trailingStopDistance: position.trail?.distance ?? null,
      limitedRiskPremium: null,
    },
    market: short(market),
  }
}

/** A position in the form of version 1. Some fields have other names; deal reference and UTC time are missing. */
export const oldPositionView = (short: ShortMarkets, deal: Position) => {
  const { position, market } = positionView(short, deal)
  const { size: dealSize, level: openLevel, dealReference: _, createdDateUTC: __, ...rest } = position
  return { position: { ...rest, dealSize, openLevel }, market }
}

/** A working order as IG lists it, without its deal reference. Stop and limit are distances only. */
export const orderView = (short: ShortMarkets, order: WorkingOrder) => ({
  workingOrderData: {
    dealId: order.dealId,
    direction: order.direction,
    epic: order.epic,
    orderSize: order.size,
    orderLevel: order.level,
    timeInForce: order.goodTill === null ? 'GOOD_TILL_CANCELLED' : 'GOOD_TILL_DATE',
    goodTillDate: order.goodTill === null ? null : slashed(order.goodTill).slice(0, 16),
    goodTillDateISO: order.goodTill === null ? null : iso(order.goodTill).slice(0, 16),
    createdDate: slashedWithMillis(order.createdAt),
    createdDateUTC: iso(order.createdAt),
    guaranteedStop: order.guaranteedStop,
    orderType: order.type,
    stopDistance: order.stopDistance,
    limitDistance: order.limitDistance,
    currencyCode: order.currency,
    dma: false,
    limitedRiskPremium: null,
  },
  marketData: { ...short(marketOfDeal(order)), exchangeId: 'PAPER' },
})

/** A working order in the form of version 1. Size, level, expiry date and other fields have other names. */
export const oldOrderView = (short: ShortMarkets, deal: WorkingOrder) => {
  const { workingOrderData, marketData } = orderView(short, deal)
  const {
    orderSize: size,
    orderLevel: level,
    goodTillDate: goodTill,
    stopDistance: contingentStop,
    limitDistance: contingentLimit,
    orderType: requestType,
    createdDateUTC: _,
    goodTillDateISO: __,
    ...rest
  } = workingOrderData
  return {
    workingOrderData: { ...rest, size, level, goodTill, contingentStop, contingentLimit, requestType },
    marketData,
  }
}

export const confirmView = ({
  accountId: _,
  shownFrom: __,
  shownUntil: ___,
  at,
  affected,
  reason,
  status,
  profit,
  ...confirm
}: Confirm) => ({
  ...confirm,
  date: new Date(at).toISOString().slice(0, 23),
  status,
  reason,
  dealStatus: reason === 'SUCCESS' ? 'ACCEPTED' : 'REJECTED',
  affectedDeals: affected,
  profit,
  profitCurrency: profit === null ? null : 'GBP',
})
