import { candlesNeeded, type DailyCandle, wilderAtr } from '../../../shared/trading/model/atr.ts'
import { Big, bigFrom, plain } from '../../../shared/trading/model/decimal.ts'
import type { Snapshot } from '../../../shared/trading/model/snapshot.ts'
import type { Decimal } from '../../../shared/platform/units.ts'
import { retryOnce } from '../ports/retry-once.ts'
import type { BrokerLogin } from '../ports/broker.ts'
import type { Candle } from '../ports/daily-prices.ts'
import type { DecisionPorts } from '../ports/ports.ts'

/**
 * The ATR of both of the instrument's periods, in IG's units, from daily candles: computed once a day for each epic
 * and what its row says of candles, so that no stop rests on another user's row, nor on one since corrected.
 * Yahoo is asked first, since IG counts each candle against the account's 10,000 points a week.
 * @throws BrokerError if Yahoo had nothing usable and IG did not answer
 */
export const dailyAtr = async (
  ports: DecisionPorts,
  login: BrokerLogin,
  { instrument, alert, market }: Pick<Snapshot, 'instrument' | 'alert' | 'market'>,
): Promise<Record<number, Decimal | null>> => {
  if (!instrument) return {}
  const { clock, store, broker } = ports
  const { igEpic: epic, yahooSymbol, marketAndSymbol, tradingViewPriceMultiplier } = instrument
  // A contract for difference is dealt in the currency that it is quoted in.
  const currency = market?.expiry === '-' ? market.currencyCode : null
  const periods = [instrument.atrStopLossPeriod, instrument.atrProfitTargetPeriod]
  const day = new Date(clock.now()).toISOString().slice(0, 10)
  const known = (await store.getDailyAtr(login, instrument, day)) ?? {}
  if (periods.every((period) => period in known)) return known

  const count = Math.max(...periods.map(candlesNeeded))
  const offered =
    yahooSymbol === ''
      ? null
      : await ports.dailyPrices.readDailyCandles({ yahooSymbol, marketAndSymbol, currency }, count)
  const candles =
    (offered &&
      candlesInBrokersUnits(offered, {
        multiplier: tradingViewPriceMultiplier,
        price: alert.price,
        now: clock.now(),
        fewest: Math.max(...periods) + 1,
      })) ??
    (await retryOnce(clock, () => broker.readDailyCandles(login, epic, count)))
  const atr = {
    ...known,
    ...Object.fromEntries(periods.map((period) => [period, wilderAtr(candles, period)])),
  }
  // What too few candles could not give is kept, too: asking again at each alert would use up IG's points of the week.
  // No candle costs no point, and may be a slip of IG's: the next alert asks again.
  if (candles.length > 0) await store.saveDailyAtr(login, instrument, day, atr)
  return atr
}

/** A week and a long weekend. */
const oldestLastCandle = 10 * 24 * 3_600_000
/** How far the last close may lie from the alert's price, in percent: further, and it is another unit or another thing. */
const tolerance = 15

/**
 * Candles in the exchange's units (TradingView's, too) brought to IG's. Null unless there are enough of them, they are
 * of late, and their last close lies near the alert's price: a stop must not rest on pence taken for pounds.
 */
export const candlesInBrokersUnits = (
  candles: readonly Candle[],
  given: {
    readonly multiplier: Decimal
    readonly price: Decimal | null
    readonly now: number
    readonly fewest: number
  },
): DailyCandle[] | null => {
  const last = candles.at(-1)
  const price = bigFrom(given.price ?? '')
  if (!last || !price || candles.length < given.fewest || given.now - last.at > oldestLastCandle) return null
  const away = new Big(last.close).minus(price).abs()
  if (away.gt(price.times(tolerance).div(100))) return null
  const scaled = (value: Decimal) => plain(new Big(value).times(given.multiplier))
  return candles.map(({ high, low, close }) => ({
    high: scaled(high),
    low: scaled(low),
    close: scaled(close),
  }))
}
