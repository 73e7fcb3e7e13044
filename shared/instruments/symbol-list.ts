import { marketPattern } from '../alerts/market-pattern.ts'

/** Maximum number of symbols in a batch, which is TradingView's maximum for a watchlist. */
export const mostSymbols = 1_000

export type SymbolList = {
  /** Symbols as `EXCHANGE:SYMBOL` in capitals, in order and without duplicates. */
  readonly symbols: readonly string[]
  /** Entries that are not symbols, with the reason. */
  readonly problems: readonly { readonly entry: string; readonly why: string }[]
}

/**
 * Reads pasted symbols or a TradingView watchlist. Commas, semicolons, blanks and line breaks separate symbols, and
 * headings begin with `###`.
 */
export const readSymbols = (text: string): SymbolList => {
  const symbols = new Set<string>()
  const problems = new Map<string, string>()
  // A heading ends at the next comma or line break, and may contain blanks.
  const entries = text
    .split(/[,;\n\r]+/)
    .map((entry) => entry.trim())
    .filter((entry) => !entry.startsWith('###'))
    .flatMap((entry) => entry.split(/\s+/))
    .map((entry) => entry.replace(/^\uFEFF/, '').toUpperCase())
    .filter((entry) => entry !== '')
  for (const entry of entries) {
    if (marketPattern.test(entry) && entry.length <= 64) symbols.add(entry)
    else if (/^[^:]+$/.test(entry) && entry.length <= 64)
      problems.set(entry, `${entry} has no exchange. Write it as in TradingView, such as LSE:${entry}`)
    else
      problems.set(
        entry.slice(0, 64),
        `${entry.slice(0, 64)} is not a symbol. Enter an exchange and a symbol, such as NASDAQ:AAPL`,
      )
  }
  return { symbols: [...symbols], problems: [...problems].map(([entry, why]) => ({ entry, why })) }
}
