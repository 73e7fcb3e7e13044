import { useLocalStorage } from 'usehooks-ts'
import { timeZone } from '../../../lib/format.ts'

const minute = 60_000
/** The options for the maximum time between the entries of two matching trades, in milliseconds. */
export const tolerances = [
  [5 * minute, '5 minutes'],
  [15 * minute, '15 minutes'],
  [60 * minute, '1 hour'],
  [240 * minute, '4 hours'],
  [1_440 * minute, '1 day'],
] as const
const usualTolerance = 15 * minute
/** The tolerance for a file with dates but no times. */
export const dayTolerance = 1_440 * minute

/** What a comparison needs to know but TradingView's list of trades does not contain. */
export type Choices = { readonly market: string; readonly zone: string; readonly tolerance: number }

/** Stores each strategy's settings in this browser, but nothing from the file. */
export const useChoices = (strategy: string, markets: readonly string[]) => {
  const [all, setAll] = useLocalStorage<Readonly<Record<string, Choices>>>('signalpost-backtests', {})
  const kept = all[strategy]
  const choices: Choices = {
    market: kept && markets.includes(kept.market) ? kept.market : (markets[0] ?? ''),
    zone: kept?.zone ?? timeZone(),
    tolerance: kept?.tolerance ?? usualTolerance,
  }
  const choose = (change: Partial<Choices>) =>
    setAll((before) => ({ ...before, [strategy]: { ...choices, ...change } }))
  return { choices, choose }
}
