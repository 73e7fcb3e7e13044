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

/** No deal reference here, and stops and limits as distances only: that is how IG lists them. */
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

export const confirmView = ({ accountId: _, at, affected, reason, status, profit, ...confirm }: Confirm) => ({
  ...confirm,
  date: new Date(at).toISOString().slice(0, 23),
  status,
  reason,
  dealStatus: reason === 'SUCCESS' ? 'ACCEPTED' : 'REJECTED',
  affectedDeals: affected,
  profit,
  profitCurrency: profit === null ? null : 'GBP',
})
