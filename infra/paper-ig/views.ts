import {
  type Book,
  contractSize,
  type PaperAccount,
  type PaperActivity,
  type PaperConfirm,
  type PaperOrder,
  type PaperPosition,
} from './book.ts'
import type { PaperMarket } from './markets.ts'
import { round } from './prices.ts'

/** IG's answers, field by field as ig-rest describes them: local times with slashes beside UTC in ISO form. */

const iso = (at: number) => new Date(at).toISOString().slice(0, 19)
const local = (at: number) => `${iso(at).replaceAll('-', '/').replace('T', ' ')}`
const localWithMillis = (at: number) => `${local(at)}:${String(at % 1000).padStart(3, '0')}`
const clock = (at: number) => iso(at).slice(11)

export const accountView = (book: Book, account: PaperAccount) => ({
  accountId: account.accountId,
  accountName: account.accountType === 'CFD' ? 'CFD' : 'Spread bet',
  accountAlias: null,
  status: 'ENABLED',
  accountType: account.accountType,
  preferred: account.accountType === 'SPREADBET',
  balance: book.balanceOf(account),
  currency: 'GBP',
  canTransferFrom: true,
  canTransferTo: true,
})

/** What markets, positions and orders say of a market in short. */
export const shortMarket = (book: Book, market: PaperMarket) => {
  const { bid, offer, status } = book.quote(market)
  return {
    instrumentName: market.name,
    expiry: market.expiry,
    epic: market.epic,
    instrumentType: market.type,
    lotSize: market.lotSize,
    high: round(market.price * 1.01, market.decimals),
    low: round(market.price * 0.99, market.decimals),
    percentageChange: 0.14,
    netChange: round(market.price * 0.0014, market.decimals),
    bid,
    offer,
    updateTime: clock(book.now),
    updateTimeUTC: clock(book.now),
    delayTime: 0,
    streamingPricesAvailable: true,
    marketStatus: status,
    scalingFactor: market.scalingFactor,
  }
}

const points = (value: number) => ({ unit: 'POINTS', value })

export const marketView = (book: Book, market: PaperMarket, snapshotOnly = false) => {
  const short = shortMarket(book, market)
  return {
    instrument: snapshotOnly
      ? { epic: market.epic }
      : {
          epic: market.epic,
          expiry: market.expiry,
          name: market.name,
          forceOpenAllowed: true,
          stopsLimitsAllowed: true,
          lotSize: market.lotSize,
          unit: market.accountType === 'CFD' && market.type === 'SHARES' ? 'SHARES' : 'AMOUNT',
          type: market.type,
          controlledRiskAllowed: true,
          streamingPricesAvailable: true,
          marketId: market.name,
          currencies: [
            {
              code: market.currency,
              symbol: market.currency === 'GBP' ? '£' : '$',
              baseExchangeRate: market.currency === 'GBP' ? 1 : round(1 / market.gbpRate, 6),
              exchangeRate: market.gbpRate,
              isDefault: true,
            },
          ],
          sprintMarketsMinimumExpiryTime: null,
          sprintMarketsMaximumExpiryTime: null,
          marginDepositBands: [{ min: 0, max: null, margin: market.marginPercent, currency: 'GBP' }],
          marginFactor: market.marginPercent,
          marginFactorUnit: 'PERCENTAGE',
          slippageFactor: { unit: 'pct', value: 50 },
          limitedRiskPremium: points(1),
          openingHours: null,
          expiryDetails: null,
          rolloverDetails: null,
          newsCode: null,
          chartCode: null,
          country: null,
          valueOfOnePip: null,
          onePipMeans: null,
          contractSize: String(contractSize(market)),
          specialInfo: [],
        },
    dealingRules: snapshotOnly
      ? null
      : {
          minStepDistance: points(1),
          minDealSize: points(market.minDealSize),
          minControlledRiskStopDistance: { unit: 'PERCENTAGE', value: 5 },
          minNormalStopOrLimitDistance: { ...market.minStop },
          maxStopOrLimitDistance: { unit: 'PERCENTAGE', value: 75 },
          controlledRiskSpacing: points(20),
          marketOrderPreference: 'AVAILABLE_DEFAULT_OFF',
          trailingStopsPreference: 'NOT_AVAILABLE',
        },
    snapshot: {
      marketStatus: short.marketStatus,
      netChange: short.netChange,
      percentageChange: short.percentageChange,
      updateTime: short.updateTime,
      delayTime: 0,
      bid: short.bid,
      offer: short.offer,
      high: short.high,
      low: short.low,
      binaryOdds: null,
      decimalPlacesFactor: market.decimals,
      scalingFactor: market.scalingFactor,
      controlledRiskExtraSpread: 2,
    },
  }
}

export const positionView = (book: Book, position: PaperPosition) => {
  const market = book.market(position.epic) as PaperMarket
  return {
    position: {
      contractSize: contractSize(market),
      createdDate: localWithMillis(position.createdAt),
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
      trailingStep: null,
      trailingStopDistance: null,
      limitedRiskPremium: null,
    },
    market: shortMarket(book, market),
  }
}

/** No deal reference here, and stops and limits as distances only: that is how IG lists them. */
export const orderView = (book: Book, order: PaperOrder) => ({
  workingOrderData: {
    dealId: order.dealId,
    direction: order.direction,
    epic: order.epic,
    orderSize: order.size,
    orderLevel: order.level,
    timeInForce: order.goodTill === null ? 'GOOD_TILL_CANCELLED' : 'GOOD_TILL_DATE',
    goodTillDate: order.goodTill === null ? null : local(order.goodTill).slice(0, 16),
    goodTillDateISO: order.goodTill === null ? null : iso(order.goodTill).slice(0, 16),
    createdDate: localWithMillis(order.createdAt),
    createdDateUTC: iso(order.createdAt),
    guaranteedStop: false,
    orderType: order.type,
    stopDistance: order.stopDistance,
    limitDistance: order.limitDistance,
    currencyCode: order.currency,
    dma: false,
    limitedRiskPremium: null,
  },
  marketData: { ...shortMarket(book, book.market(order.epic) as PaperMarket), exchangeId: 'PAPER' },
})

export const confirmView = (confirm: PaperConfirm) => ({
  date: new Date(confirm.at).toISOString().slice(0, 23),
  status: confirm.status,
  reason: confirm.reason,
  dealStatus: confirm.accepted ? 'ACCEPTED' : 'REJECTED',
  epic: confirm.epic,
  expiry: confirm.expiry,
  dealReference: confirm.dealReference,
  dealId: confirm.dealId,
  affectedDeals: confirm.affected,
  level: confirm.level,
  size: confirm.size,
  direction: confirm.direction,
  stopLevel: confirm.stopLevel,
  limitLevel: confirm.limitLevel,
  stopDistance: null,
  limitDistance: null,
  guaranteedStop: false,
  trailingStop: false,
  profit: confirm.profit,
  profitCurrency: confirm.profit === null ? null : 'GBP',
})

export const activityView = (book: Book, entry: PaperActivity, detailed: boolean) => ({
  date: iso(entry.at),
  epic: entry.epic,
  period: book.market(entry.epic)?.expiry ?? '-',
  dealId: entry.dealId,
  channel: entry.channel,
  type: entry.type,
  status: entry.status,
  description: entry.description,
  details: detailed
    ? {
        dealReference: entry.dealReference,
        actions: entry.actions,
        marketName: book.market(entry.epic)?.name ?? entry.epic,
        goodTillDate: entry.goodTill === null ? null : local(entry.goodTill),
        currency: entry.currency,
        size: entry.size,
        direction: entry.direction,
        level: entry.level,
        stopLevel: null,
        stopDistance: null,
        guaranteedStop: false,
        trailingStopDistance: null,
        trailingStep: null,
        limitLevel: null,
        limitDistance: null,
      }
    : null,
})

export const priceView = (
  market: PaperMarket,
  at: number,
  price: { open: number; high: number; low: number; close: number },
) => {
  const quoted = (mid: number) => ({
    bid: round(mid - market.spread / 2, market.decimals),
    ask: round(mid + market.spread / 2, market.decimals),
    lastTraded: null,
  })
  return {
    snapshotTime: local(at),
    snapshotTimeUTC: iso(at),
    openPrice: quoted(price.open),
    closePrice: quoted(price.close),
    highPrice: quoted(price.high),
    lowPrice: quoted(price.low),
    lastTradedVolume: 10_000,
  }
}
