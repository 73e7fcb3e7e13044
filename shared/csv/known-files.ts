/** Kinds of files that users have, with the columns that only that kind has. The first match applies. */
const knownFiles: readonly (readonly [readonly string[], string])[] = [
  [['alertid', 'description'], 'TradingView’s alert log'],
  [['marketandsymbol'], 'an instrument list'],
  [['accountname', 'extendid'], 'the list of trades that Signalpost exports'],
  [['activityhistoryid'], 'IG’s activity export'],
  [['textepic'], 'IG’s activity export'],
  [['plamount', 'transactiontype'], 'IG’s transaction history'],
  [['symbol', 'quantity', 'price', 'side'], 'an export for Tradervue'],
  [['time', 'open', 'high', 'low', 'close'], 'TradingView’s chart data'],
  [['symbol', 'side', 'type', 'qty'], 'an order history'],
  [['allusd', 'longusd', 'shortusd'], 'TradingView’s performance summary'],
  [['tradenumber', 'type', 'signal'], 'TradingView’s list of trades'],
  [['trade', 'type', 'signal'], 'TradingView’s list of trades'],
]

const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

/** Names the kind of a CSV file by its header, such as “TradingView’s alert log”; null if it is unknown. */
export const nameOfCsv = (header: readonly string[]): string | null => {
  const names = new Set(header.map(plain))
  return knownFiles.find(([columns]) => columns.every((column) => names.has(column)))?.[1] ?? null
}
