import type { Direction, Position } from '../../shared/deals/dealing.schema.ts'

type Named = Pick<Position, 'marketAndSymbol' | 'igEpic' | 'name'>

/** A deal's market: TradingView's name, or else IG's epic. */
export const marketOf = ({ marketAndSymbol, igEpic }: Named) => marketAndSymbol ?? igEpic

/** An arrow up for a buy and down for a sell, always next to the word. */
export const directionMarks: Readonly<Record<Direction, string>> = { BUY: '▲', SELL: '▼' }

/** The instrument's name and the symbol in one line. */
export const nameWithMarket = (deal: Named) => [deal.name, marketOf(deal)].filter(Boolean).join(' ')

/** A table cell with the instrument's name, and the symbol and the strategy below it, in one element. */
export const nameAndMarket = (deal: Named & Pick<Position, 'strategy'>) => {
  const market = [marketOf(deal), deal.strategy].filter(Boolean).join(' · ')
  return deal.name === undefined ? market : `${deal.name}\n${market}`
}

/** Classes that show the first line as a link and the second as its detail. */
export const nameAndMarketLook = ({ name }: Named) =>
  name === undefined ? '' : 'text-xs whitespace-pre text-muted! first-line:text-[13px] first-line:text-accent'
