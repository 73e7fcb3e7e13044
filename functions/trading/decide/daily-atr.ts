import { candlesNeeded, type DailyCandle, wilderAtr } from '../../../shared/trading/model/atr.ts'
import { Big, bigFrom, plain } from '../../../shared/trading/model/decimal.ts'
import type { Snapshot } from '../../../shared/trading/model/snapshot.ts'
import type { Decimal } from '../../../shared/platform/units.ts'
import { retryOnce } from '../ports/retry-once.ts'
import type { BrokerLogin } from '../ports/broker.ts'
import type { Candle } from '../ports/daily-prices.ts'
import type { DecisionPorts } from '../ports/ports.ts'

/**
 * The ATR for both of the instrument's periods, in IG's units. It is computed from daily candles once a day for each
 * epic and candle source, so that no stop depends on another user's row or on an old version of a row. Yahoo is read
 * first, because IG counts each candle against the account's 10,000 points per week.
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
  // A CFD has the expiry '-' and is traded in the currency in which it is quoted.
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
  // A result from too few candles is also stored, because reading the candles for each alert would use up IG's weekly
  // points. A response without candles costs no points and may be an error of IG's, so nothing is stored, and the next
  // alert reads the candles again.
  if (candles.length > 0) await store.saveDailyAtr(login, instrument, day, atr)
  return atr
}

/** Maximum age of the last candle: ten days, because a week may be followed by a long weekend. */
const oldestLastCandle = 10 * 24 * 3_600_000
/**
 * Maximum difference in percent between the last close and the alert's price. If the difference is larger, the unit or
 * the instrument is wrong.
 */
const tolerance = 15

/**
 * Converts candles from the exchange's units, which TradingView also uses, to IG's units.
 * @returns null if there are too few candles, if they are too old, or if the last close is far from the alert's price;
 * otherwise a stop could be computed from pence instead of pounds
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
