import type { MarketFound } from '../../../../shared/instruments/market-match.schema.ts'
import type { MatchedRow, Matching } from '../../../../shared/instruments/matching.schema.ts'

/** The user's changes to a matched row. */
export type Edit = {
  readonly isChosen?: boolean
  readonly symbol?: string
  readonly epic?: string
  readonly multiplier?: string
}
export type Edits = Readonly<Record<string, Edit>>

export type Found = Pick<Matching, 'rows' | 'inList'>

/** A matched row with the user's changes, as it would be added. */
export type Choice = {
  readonly row: MatchedRow
  readonly key: string
  readonly symbol: string
  /** The selected market; null until one is selected. */
  readonly market: MarketFound | null
  readonly multiplier: string
  readonly isChosen: boolean
  /** What the row still lacks; null if the row can be added. */
  readonly lacks: Lack | null
}

type Lack = 'IN_LIST' | 'NO_MARKET' | 'CHOICE' | 'SYMBOL' | 'MULTIPLIER'

/** The message beside the field that is incomplete. */
export const lackWords: Readonly<Record<Exclude<Lack, 'NO_MARKET'>, string>> = {
  IN_LIST: 'Already in your list',
  CHOICE: 'Choose the IG market',
  SYMBOL: 'Enter the TradingView symbol, such as LSE:VOD',
  MULTIPLIER: 'Enter the price multiplier: IG’s price divided by TradingView’s, such as 1 or 100',
}

/** Identifies a row by its symbol or, if it has none, by its epic. A market from a watchlist may have no symbol yet. */
const keyOf = ({ symbol, markets }: MatchedRow) => symbol || (markets[0]?.epic ?? '')

/**
 * Combines the matched rows with the user's changes. A market can be added only if IG's codes identify it or if the
 * user selected it. The multiplier is never guessed.
 */
export const choicesOf = ({ rows, inList }: Found, edits: Edits): Choice[] => {
  const listed = new Set(inList)
  return rows.map((row) => {
    const key = keyOf(row)
    const edit = edits[key] ?? {}
    const [first] = row.markets
    const epic =
      edit.epic ?? (row.verdict === 'EXACT' || (row.symbol === '' && first) ? first?.epic : undefined)
    const market = row.markets.find((each) => each.epic === epic) ?? null
    const symbol = (edit.symbol ?? row.symbol).trim().toUpperCase()
    const multiplier = edit.multiplier ?? market?.multiplier ?? ''
    const lacks = listed.has(row.symbol) ? 'IN_LIST' : whatLacks(row, market, symbol, multiplier)
    return { row, key, symbol, market, multiplier, lacks, isChosen: edit.isChosen ?? lacks === null }
  })
}

/** Whether no row can be added, because each row is already in the list or has no market at IG. */
export const isAllDone = ({ state, rows, inList }: Matching) =>
  state === 'DONE' && rows.every(({ symbol, markets }) => markets.length === 0 || inList.includes(symbol))

const whatLacks = (
  row: MatchedRow,
  market: MarketFound | null,
  symbol: string,
  multiplier: string,
): Lack | null => {
  if (row.markets.length === 0) return 'NO_MARKET'
  if (!market) return 'CHOICE'
  if (!/^[^:\s]+:\S+$/.test(symbol)) return 'SYMBOL'
  if (!/^\d{1,12}(\.\d{1,8})?$/.test(multiplier) || Number(multiplier) <= 0) return 'MULTIPLIER'
  return null
}
