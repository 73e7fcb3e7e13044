import { createHash } from 'node:crypto'
import type { PaperMarket } from '../paper-ig/markets.ts'

/** This file contains invented but reproducible data about the stand-in's symbols. */

const day = 86_400_000
const midnight = (at: number) => Math.floor(at / day) * day

/** A number from 0 to 1 that is always the same for the same arguments. */
const chance = (...words: (string | number)[]) =>
  createHash('sha256').update(words.join(' ')).digest().readUInt32BE() / 2 ** 32

/**
 * The ex-dividend date in epoch seconds; null if the market pays no dividend. Some dates are in the past, as at Yahoo.
 */
export const exDividendDate = ({ type, yahooSymbol }: PaperMarket, now: number): number | null => {
  if (type !== 'SHARES' || chance(yahooSymbol, 'pays') < 0.05) return null
  // The date depends on the quarter, so that it does not change between two requests.
  const quarter = 91 * day
  const offset = Math.floor(chance(yahooSymbol, 'day') * 91) * day
  const last = Math.floor((midnight(now) - offset) / quarter) * quarter + offset
  const isDeclared = chance(yahooSymbol, 'declared') > 0.25
  return (last + (isDeclared ? quarter : 0)) / 1000
}

type DailyCandle = {
  /** When the session opens, in epoch milliseconds. */
  readonly at: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** Sessions run from 08:00 to 16:30 UTC for every exchange. */
export const session = { opens: 8 * 3_600_000, ends: 16.5 * 3_600_000 } as const

/** A candle for each weekday of the period, in the exchange's units, around paper IG's base price. */
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
