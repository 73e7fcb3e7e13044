import { type Book, quote } from '../book/book.ts'
import { type PaperCandle, today } from '../book/candles.ts'
import { farthestStopPercent, nearestGuaranteedStopPercent } from '../book/deal-checks.ts'
import { contractSize } from '../book/money.ts'
import { round } from '../book/prices.ts'
import { codesOf, type PaperMarket } from '../markets.ts'
import { clockTime, iso, slashed } from './dates.ts'

/** A market in the short form that IG uses in searches, positions and orders. */
export const shortMarket = (book: Book, market: PaperMarket) => {
  const now = book.now()
  const { bid, offer, status } = quote(book, market)
  const day = today(book.seed, market, now)
  const netChange = round(day.close - day.open, market.decimals)
  return {
    instrumentName: market.name,
    expiry: market.expiry,
    epic: market.epic,
    instrumentType: market.type,
    lotSize: market.lotSize,
    high: day.high,
    low: day.low,
    percentageChange: round((netChange / day.open) * 100, 2),
    netChange,
    bid,
    offer,
    updateTime: clockTime(now),
    updateTimeUTC: clockTime(now),
    delayTime: 0,
    streamingPricesAvailable: true,
    marketStatus: status,
    scalingFactor: market.scalingFactor,
  }
}

/** Computes the short form of each market only once, for a response that contains a market several times. */
export const shortMarkets = (book: Book) => {
  const known = new Map<PaperMarket, ReturnType<typeof shortMarket>>()
  return (market: PaperMarket) => {
    const short = known.get(market) ?? shortMarket(book, market)
    known.set(market, short)
    return short
  }
}
export type ShortMarkets = ReturnType<typeof shortMarkets>

const points = (value: number) => ({ unit: 'POINTS', value })
const percent = (value: number) => ({ unit: 'PERCENTAGE', value })
const symbols: Readonly<Record<PaperMarket['currency'], string>> = { GBP: '£', USD: '$', JPY: '¥' }

/** @param snapshotOnly whether to leave out fields that seldom change */
export const marketView = (book: Book, market: PaperMarket, snapshotOnly = false) => {
  const short = shortMarket(book, market)
  return {
    instrument: snapshotOnly ? nulledInstrument(market) : instrumentView(market),
    dealingRules: snapshotOnly ? null : rulesView(market),
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

const otherCurrency = ({ currency }: PaperMarket) =>
  currency === 'USD'
    ? { code: 'GBP', symbol: symbols.GBP, baseExchangeRate: 1, exchangeRate: 1, isDefault: false }
    : { code: 'USD', symbol: symbols.USD, baseExchangeRate: 1.315789, exchangeRate: 0.76, isDefault: false }

const instrumentView = (market: PaperMarket) => ({
  epic: market.epic,
  expiry: market.expiry,
  name: market.name,
  forceOpenAllowed: true,
  stopsLimitsAllowed: true,
  lotSize: market.lotSize,
  unit: market.accountType === 'CFD' ? (market.type === 'SHARES' ? 'SHARES' : 'CONTRACTS') : 'AMOUNT',
  type: market.type,
  controlledRiskAllowed: true,
  streamingPricesAvailable: true,
  ...codesOf(market),
  currencies: [
    {
      code: market.currency,
      symbol: symbols[market.currency],
      baseExchangeRate: round(1 / market.gbpRate, 6),
      exchangeRate: market.gbpRate,
      isDefault: true,
    },
    // Recorded responses contain a second dealing currency for indices and commodities.
    ...(market.type === 'INDICES' || market.type === 'COMMODITIES' ? [otherCurrency(market)] : []),
  ],
  sprintMarketsMinimumExpiryTime: null,
  sprintMarketsMaximumExpiryTime: null,
  marginDepositBands: [{ min: 0, max: null, margin: market.marginPercent, currency: market.currency }],
  marginFactor: market.marginPercent,
  marginFactorUnit: 'PERCENTAGE',
  slippageFactor: { unit: 'pct', value: 50 },
  limitedRiskPremium: points(1),
  openingHours: null,
  expiryDetails: null,
  rolloverDetails: null,
  valueOfOnePip: null,
  onePipMeans: null,
  contractSize: String(contractSize(market)),
  specialInfo: [],
})

/** The instrument in a response with the filter SNAPSHOT_ONLY. IG returns epic and type; all other fields are null. */
const nulledInstrument = (market: PaperMarket) => ({
  ...Object.fromEntries(Object.keys(instrumentView(market)).map((field) => [field, null])),
  epic: market.epic,
  type: market.type,
})

const rulesView = (market: PaperMarket) => ({
  minStepDistance: points(1),
  minDealSize: points(market.minDealSize),
  minControlledRiskStopDistance: percent(nearestGuaranteedStopPercent),
  minNormalStopOrLimitDistance: { ...market.minStop },
  maxStopOrLimitDistance: percent(farthestStopPercent),
  controlledRiskSpacing: points(20),
  marketOrderPreference: 'AVAILABLE_DEFAULT_OFF',
  trailingStopsPreference: 'AVAILABLE',
})

/** A candle in the form that IG returns. Its `ask` is the offer. */
export const candleView = (market: PaperMarket, candle: PaperCandle) => {
  const quoted = (mid: number) => ({
    bid: round(mid - market.spread / 2, market.decimals),
    ask: round(mid + market.spread / 2, market.decimals),
    lastTraded: null,
  })
  return {
    snapshotTime: slashed(candle.at),
    snapshotTimeUTC: iso(candle.at),
    openPrice: quoted(candle.open),
    closePrice: quoted(candle.close),
    highPrice: quoted(candle.high),
    lowPrice: quoted(candle.low),
    lastTradedVolume: 10_000,
  }
}
