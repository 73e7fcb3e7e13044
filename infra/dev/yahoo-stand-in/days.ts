import { createHash } from 'node:crypto'
import type { PaperMarket } from '../paper-ig/markets.ts'

/** What the stand-in says of its symbols: made up, and the same whenever one asks. */

const day = 86_400_000
const midnight = (at: number) => Math.floor(at / day) * day

/** From 0 to 1. */
const chance = (...words: (string | number)[]) =>
  createHash('sha256').update(words.join(' ')).digest().readUInt32BE() / 2 ** 32

/** Epoch seconds of the ex-dividend day, or null for what pays none. Some lie behind us, as at Yahoo. */
export const exDividendDate = ({ type, yahooSymbol }: PaperMarket, now: number): number | null => {
  if (type !== 'SHARES' || chance(yahooSymbol, 'pays') < 0.05) return null
  // Each quarter on a day of its own, so that the date does not move from one look to the next.
  const quarter = 91 * day
  const offset = Math.floor(chance(yahooSymbol, 'day') * 91) * day
  const last = Math.floor((midnight(now) - offset) / quarter) * quarter + offset
  const isDeclared = chance(yahooSymbol, 'declared') > 0.25
  return (last + (isDeclared ? quarter : 0)) / 1000
}

type DailyCandle = {
  /** Epoch milliseconds of the session's opening. */
  readonly at: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** Sessions run from 08:00 to 16:30 UTC here, whatever the exchange. */
export const session = { opens: 8 * 3_600_000, ends: 16.5 * 3_600_000 } as const

/** One candle for each weekday of the period, in the exchange's own units, around the price that paper IG begins at. */
export const dailyCandles = (market: PaperMarket, from: number, to: number): DailyCandle[] => {
  const { yahooSymbol, price, multiplier } = market
  const middle = price / multiplier
  const closeOf = (at: number) => middle * (1 + 0.02 * (chance(yahooSymbol, 'close', at) - 0.5))
  const candles: DailyCandle[] = []
  for (let at = midnight(from); at + session.opens <= to; at += day) {
    const weekday = new Date(at).getUTCDay()
    if (weekday === 0 || weekday === 6) continue
    const [open, close] = [closeOf(at - day), closeOf(at)]
    const reach = middle * 0.01
    candles.push({
      at: at + session.opens,
      open,
      close,
      high: Math.max(open, close) + reach * chance(yahooSymbol, 'high', at),
      low: Math.min(open, close) - reach * chance(yahooSymbol, 'low', at),
      volume: Math.floor(1e6 * (1 + chance(yahooSymbol, 'volume', at))),
    })
  }
  return candles
}
