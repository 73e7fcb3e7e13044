import type { Direction, Position } from '../../shared/deals/dealing.schema.ts'

type Named = Pick<Position, 'marketAndSymbol' | 'igEpic' | 'name'>

/** Returns a deal's market: TradingView's symbol, or IG's epic if there is none. */
export const marketOf = ({ marketAndSymbol, igEpic }: Named) => marketAndSymbol ?? igEpic

/** An arrow up for a buy and down for a sell. The word BUY or SELL is always beside it. */
export const directionMarks: Readonly<Record<Direction, string>> = { BUY: '▲', SELL: '▼' }

/** Returns the instrument's name and the symbol in one line. */
export const nameWithMarket = (deal: Named) => [deal.name, marketOf(deal)].filter(Boolean).join(' ')

/** Returns the text of a table cell: the instrument's name, and below it the symbol and the strategy. */
export const nameAndMarket = (deal: Named & Pick<Position, 'strategy'>) => {
  const market = [marketOf(deal), deal.strategy].filter(Boolean).join(' · ')
  return deal.name === undefined ? market : `${deal.name}\n${market}`
}

/** Classes that show a cell's first line as a link and its second line in muted text. */
export const nameAndMarketClass = ({ name }: Named) =>
  name === undefined ? '' : 'text-xs whitespace-pre text-muted! first-line:text-[13px] first-line:text-accent'
