import { type BarWindow, barWindow, type PriceBars } from '../../shared/journal/price-bars.schema.ts'
import { closedAtOf } from '../../shared/journal/trades.ts'
import type { RequestOf } from '../../shared/contract/index.ts'
import type { Instant } from '../../shared/platform/units.ts'
import { describeError, log } from '../aws/log.ts'
import { systemClock } from '../aws/system.ts'
import { findInstrument } from '../instruments/instrument-store.ts'
import { readIgBars } from './ig-bars.ts'
import { readBars, saveBars } from './bars-store.ts'
import { findTrade, type FoundTrade } from './read-journal.ts'

/** Milliseconds after which the prices of an open trade, or missing prices, are requested again. */
const freshFor = 15 * 60_000
/** Milliseconds after the end of a trade until IG’s last bar for the trade is complete. */
const settledAfter = 2 * 60_000

/**
 * Returns the prices for the time in which a trade was open. Stored prices come first, then IG's within a weekly
 * budget, then Yahoo's, which are from another venue.
 * @throws VisibleError NOT_FOUND
 */
export const readTradeBars = async (
  userId: string,
  asked: RequestOf<'getTradePrices'>,
): Promise<PriceBars> => {
  const found = await findTrade(userId, asked)
  const { key, trade } = found
  const now = systemClock.now()
  const until = trade.isOpen || trade.legs.length === 0 ? now : closedAtOf(trade)
  const kept = await readBars(key, trade.id)
  const isSettled = kept !== null && kept.at > until + settledAfter && kept.prices.source === 'IG'
  if (kept && (isSettled || now - kept.at < freshFor)) return kept.prices
  const window = barWindow(trade.openedAt, until)
  const fromIg = await readFromIg(found, window, now)
  const prices = 'reason' in fromIg ? await readFromYahoo(found, window, fromIg.reason) : fromIg.prices
  if (prices.source !== null) await saveBars(key, trade.id, { at: now, prices })
  return prices
}

const readFromIg = async (
  { key, trade }: FoundTrade,
  { length, from, to }: BarWindow,
  now: Instant,
): Promise<{ readonly prices: PriceBars } | { readonly reason: string }> => {
  const { epic } = trade
  if (epic === null) return { reason: 'IG’s history does not name the market' }
  const read = await readIgBars(key, { epic, length, from, to }, now, (broker, login, window) =>
    broker.readBars(login, epic, window),
  )
  if (read === 'spent') return { reason: 'this week’s budget of IG prices for charts is used up' }
  if (read === 'failed') return { reason: 'IG did not give its prices' }
  const bars = read.filter(({ at }) => at >= from && at <= to)
  if (bars.length === 0) return { reason: 'IG has no prices of that time' }
  return { prices: { source: 'IG', length, bars, reason: null } }
}

const readFromYahoo = async (
  { key, trade }: FoundTrade,
  window: BarWindow,
  reason: string,
): Promise<PriceBars> => {
  const { length } = window
  const none: PriceBars = { source: null, length, bars: [], reason }
  const { market } = trade
  const instrument = market === null ? null : await findInstrument(key.userId, market)
  if (!instrument?.yahooSymbol) return none
  const { yahooSymbol, marketAndSymbol, tradingViewPriceMultiplier } = instrument
  try {
    // The module is loaded only if IG has no prices for the trade.
    const { readYahooBars } = await import('../instruments/yahoo/price-bars.ts')
    const line = { yahooSymbol, marketAndSymbol, currency: null }
    const bars = await readYahooBars(line, window, Number(tradingViewPriceMultiplier))
    return bars.length === 0 ? none : { source: 'Yahoo', length, bars: [...bars], reason }
  } catch (error) {
    log('warn', 'prices of a trade could not be read', { yahooSymbol, error: describeError(error) })
    return none
  }
}
