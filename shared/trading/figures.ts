import Big from 'big.js'
import type { Decimal, Distance, Market, OrderToPlace, Snapshot } from './snapshot.ts'

/** The order's arithmetic, in decimal throughout. Divisions keep 20 places; rounding is named where it happens. */
const Exact = Big()
Exact.DP = 20

export const decimal = (value: Decimal | number) => new Exact(value)
type Exactly = ReturnType<typeof decimal>

const { roundDown, roundUp } = Big

/** "22841.5" → "22,841.5": as a person reads it. */
export const inWords = (value: Decimal | number): string => {
  const [whole = '', places] = String(value).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return places === undefined ? grouped : `${grouped}.${places}`
}

/** TradingView's price in IG's units. */
export const scaledPrice = ({ alert, instrument }: Snapshot): Exactly | null =>
  alert.price === null || !instrument
    ? null
    : decimal(alert.price).times(instrument.tradingViewPriceMultiplier)

/** Halfway between bid and offer; null where the market has no quote. */
export const midPrice = ({ bid, offer }: Market): Exactly | null =>
  bid === null || offer === null ? null : decimal(bid).plus(offer).div(2)

/** The ATR of a period in IG's price units: the alert's own, else from daily candles; undefined: not read yet. */
export const atrOf = (
  { alert, instrument, dailyAtr }: Snapshot,
  period: number,
): Exactly | null | undefined => {
  const sent = alert.atr[period]
  if (sent !== undefined && instrument) return decimal(sent).times(instrument.tradingViewPriceMultiplier)
  if (!dailyAtr || !(period in dailyAtr)) return undefined
  const known = dailyAtr[period]
  return known == null ? null : decimal(known)
}

/**
 * The level an order is reckoned at. LIMIT: BUY = price ÷ percentage, SELL = price × percentage, so that 100.5 asks
 * for a better price on both sides; rounded to the market's decimals, never to the worse side. MARKET: the quote.
 */
export const levelOf = (snapshot: Snapshot, market: Market): Exactly => {
  const { alert, instrument, settings } = snapshot
  const price = scaledPrice(snapshot) ?? decimal(0)
  const buys = alert.action === 'BUY'
  if (settings.orderType === 'MARKET') return decimal((buys ? market.offer : market.bid) ?? price.toFixed())
  const share = decimal(instrument?.openingPriceMultiplePercentage ?? 100).div(100)
  return buys
    ? price.div(share).round(market.decimalPlaces, roundDown)
    : price.times(share).round(market.decimalPlaces, roundUp)
}

/** Account currency ÷ level, rounded down to the market's size step (0.01 where it has none): never above the maximum. */
export const sizeOf = (level: Exactly, maxPositionSize: Decimal, sizeStep: Decimal | null): Exactly => {
  const step = decimal(sizeStep ?? '0.01')
  return decimal(maxPositionSize).div(level).div(step).round(0, roundDown).times(step)
}

/** ATR × percent, in points; rounded down to the market's decimals, so that a stop is never wider than computed. */
export const distanceOf = (atr: Exactly, percentage: Decimal, market: Market): Exactly =>
  atr.times(percentage).div(100).round(market.decimalPlaces, roundDown).times(market.scalingFactor)

/** A dealing rule's distance in points; a percentage is a share of the current price. */
export const inPoints = (distance: Distance, price: Exactly, market: Market): Exactly =>
  distance.unit === 'POINTS'
    ? decimal(distance.value)
    : price.times(distance.value).div(100).times(market.scalingFactor)

/** The whole order, once every rule has passed. */
export const orderOf = (snapshot: Snapshot, market: Market): OrderToPlace => {
  const { alert, instrument, settings, now } = snapshot
  if (!instrument || alert.action === 'CLOSE')
    throw new Error('Only BUY and SELL of a known instrument make an order')
  const level = levelOf(snapshot, market)
  const distance = (period: number, percentage: Decimal) =>
    distanceOf(atrOf(snapshot, period) ?? decimal(0), percentage, market).toFixed()
  const isLimit = settings.orderType === 'LIMIT'
  return {
    type: settings.orderType,
    epic: instrument.igEpic,
    expiry: market.expiry,
    currencyCode: market.currencyCode,
    direction: alert.action,
    size: sizeOf(level, instrument.maxPositionSize, market.sizeStep).toFixed(),
    level: isLimit ? level.toFixed() : null,
    stopDistance: distance(instrument.atrStopLossPeriod, instrument.atrStopLossMultiplePercentage),
    limitDistance: distance(instrument.atrProfitTargetPeriod, instrument.atrProfitMultiplePercentage),
    goodTill: isLimit ? now + settings.maximumOrderAgeInMinutes * 60_000 : null,
  }
}

/** "Buy 0.43 of UA.D.AAPL.DAILY.IP at 22,841.5 or better, stop 210 points, limit 420 points, good till 14:41 UTC". */
export const describeOrder = (order: OrderToPlace): string => {
  const verb = order.direction === 'BUY' ? 'Buy' : 'Sell'
  const price = order.level === null ? 'at the market price' : `at ${inWords(order.level)} or better`
  const till =
    order.goodTill === null ? '' : `, good till ${new Date(order.goodTill).toISOString().slice(11, 16)} UTC`
  return `${verb} ${inWords(order.size)} of ${order.epic} ${price}, stop ${inWords(order.stopDistance)} points, limit ${inWords(order.limitDistance)} points${till}`
}
