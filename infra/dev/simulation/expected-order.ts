import type { Alert } from '../../../shared/alerts/alert.ts'
import { directionOf } from '../../../shared/alerts/position-change.ts'
import type { InstrumentFields } from '../../../shared/instruments/instrument.schema.ts'
import type { OrderToPlace } from '../../../shared/trading/model/snapshot.ts'
import { richCash, termsOf } from './broker.ts'
import { allowedLoss } from './risk.ts'
import type { SimUser } from './store.ts'

/** Whether two numbers differ only by rounding. */
const near = (one: number, other: number) => Math.abs(one - other) <= 1e-6 * Math.max(1, Math.abs(other))

type Known = {
  readonly instrument: InstrumentFields | undefined
  readonly settings: SimUser['settings']
  readonly claimedAt: { readonly earliest: number; readonly latest: number }
}

/**
 * Compares a deal's order with one that is computed from the alert in plain numbers, without the product's code: side,
 * market, size, value, level, stop, limit and expiry date.
 * @returns the differences
 */
export const wrongWith = (
  order: OrderToPlace,
  { action, price, atr, change, strategy = '' }: Alert,
  { instrument, settings, claimedAt }: Known,
): string[] => {
  if (!instrument) return ['no such instrument']
  const wrong: string[] = []
  const expect = (what: string, holds: boolean, found: unknown) => {
    if (!holds) wrong.push(`${what} is ${String(found)}`)
  }
  const { bid, offer, unitValue, gbpRate, currencyCode, expiry, scalingFactor, decimals } = termsOf(
    instrument.igEpic,
  )
  // The side of a manual reversal depends on the previous position, which this function does not know.
  const wanted = change ? directionOf(change.to) : action === 'REVERSE' ? order.direction : action
  expect('the side', order.direction === wanted, order.direction)
  expect('the market', order.epic === instrument.igEpic, order.epic)
  expect('the currency', order.currencyCode === currencyCode, order.currencyCode)
  expect('the expiry', order.expiry === expiry, order.expiry)
  expect('the type', order.type === settings.orderType, order.type)

  const isBuy = wanted === 'BUY'
  const better = Number(instrument.openingPriceMultiplePercentage) / 100
  const multiplier = Number(instrument.tradingViewPriceMultiplier)
  const priced = Number(price) * multiplier
  const limit = isBuy ? priced / better : priced * better
  if (order.type === 'LIMIT') {
    const level = Number(order.level)
    // The level may be rounded to the market's decimals, but not to a worse price.
    const step = 1.1 * 10 ** -decimals
    expect(
      'the level',
      isBuy ? level <= limit && level > limit - step : level >= limit && level < limit + step,
      level,
    )
    const good = settings.maximumOrderAgeInMinutes * 60_000
    const till = order.goodTill ?? 0
    expect('good till', till >= claimedAt.earliest + good && till <= claimedAt.latest + good, till)
  } else {
    expect('the level', order.level === null, order.level)
    expect('good till', order.goodTill === null, order.goodTill)
  }

  const dealt = order.type === 'LIMIT' ? Number(order.level) : isBuy ? offer : bid
  const worth = (size: number) => size * dealt * unitValue * gbpRate
  const share = (settings.strategies[strategy]?.sizePercent ?? 100) / 100
  const most = Number(instrument.maxPositionSize) * share
  const size = Number(order.size)
  /** The loss in GBP if a position of this size closes at the stop. */
  const loss = (of: number) => (Number(order.stopDistance) / scalingFactor) * of * unitValue * gbpRate
  const risk = allowedLoss(settings.strategies[strategy], instrument, richCash)
  expect('the notional', worth(size) <= most * (1 + 1e-6), worth(size))
  expect('the loss at the stop', loss(size) <= risk * (1 + 1e-6), `${loss(size)} of ${risk}`)
  const isLargest = worth(size + 0.01) > most * (1 - 1e-6) || loss(size + 0.01) > risk * (1 - 1e-6)
  expect('one step more', isLargest, worth(size + 0.01))

  /** A percentage of the ATR of a period, as a distance in points. */
  const distance = (period: number, percent: string) =>
    (Number(atr[period]) * multiplier * scalingFactor * Number(percent)) / 100
  const stop = distance(instrument.atrStopLossPeriod, instrument.atrStopLossMultiplePercentage)
  const profit = distance(instrument.atrProfitTargetPeriod, instrument.atrProfitMultiplePercentage)
  expect('the stop', near(Number(order.stopDistance), stop), order.stopDistance)
  expect('the limit', near(Number(order.limitDistance), profit), order.limitDistance)
  return wrong
}
