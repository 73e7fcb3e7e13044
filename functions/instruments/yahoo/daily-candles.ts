import { Big } from '../../../shared/trading/model/decimal.ts'
import { describeError, log } from '../../aws/log.ts'
import type { Candle, DailyPrices } from '../../trading/ports/daily-prices.ts'
import { pathPart, yahooClient } from './client.ts'
import { yahooErrorFrom } from './failures.ts'
import { isOtherLine } from './other-line.ts'

/** How many calendar days to request per candle, with a reserve for weekends and holidays. */
const daysPerCandle = 1.6
const mostCandles = 200
/**
 * Yahoo's prices are rounded to this number of decimals, because they are binary fractions. No exchange quotes more
 * decimals.
 */
const decimals = 6

type Chart = {
  readonly meta: {
    readonly currency?: string
    readonly exchangeTimezoneName: string
    readonly currentTradingPeriod?: { readonly regular?: { readonly end?: Date } }
  }
  readonly quotes: readonly {
    readonly date: Date
    readonly high: number | null
    readonly low: number | null
    readonly close: number | null
  }[]
}

/**
 * Returns at most 200 finished daily candles, oldest first. Returns null if the symbol cannot be read or belongs to
 * another share class of the company. The caller then reads the candles from the broker.
 */
export const readDailyCandles: DailyPrices['readDailyCandles'] = async (line, count) => {
  const symbol = line.yahooSymbol
  const now = Date.now()
  const most = Math.min(count, mostCandles)
  try {
    const found = (await yahooClient().chart(
      pathPart(symbol),
      { period1: new Date(now - (most * daysPerCandle + 10) * 86_400_000), interval: '1d' },
      { validateResult: false },
    )) as Chart
    if (!isOtherLine(found.meta.currency, line)) return finished(found, now).slice(-most)
    log('warn', 'daily prices are in another currency', { symbol, currency: found.meta.currency })
    return null
  } catch (error) {
    const { kind, message } = yahooErrorFrom(error)
    if (kind !== 'unknown')
      log('warn', 'daily prices could not be read', { symbol, message, error: describeError(error) })
    return null
  }
}

/** Omits the candle of the current day until its session has ended. */
const finished = ({ meta, quotes }: Chart, now: number): Candle[] => {
  // The Swedish locale formats dates as ISO 8601.
  const days = new Intl.DateTimeFormat('sv-SE', { timeZone: meta.exchangeTimezoneName, dateStyle: 'short' })
  const dayOf = (at: Date | number) => days.format(at)
  const today = dayOf(now)
  const end = meta.currentTradingPeriod?.regular?.end
  const hasEnded = end instanceof Date && dayOf(end) === today && now >= end.getTime()
  return quotes.flatMap(({ date, high, low, close }) => {
    const isRunning = dayOf(date) >= today && !hasEnded
    if (isRunning || high === null || low === null || close === null) return []
    return [{ at: date.getTime(), high: decimal(high), low: decimal(low), close: decimal(close) }]
  })
}

const decimal = (price: number) => new Big(price).round(decimals).toFixed()
