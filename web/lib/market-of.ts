import type { Position } from '../../shared/deals/dealing.ts'

type Named = Pick<Position, 'marketAndSymbol' | 'igEpic' | 'name'>

/** A deal's market: as its user calls the instrument, else by IG's epic. */
export const marketOf = ({ marketAndSymbol, igEpic }: Named) => marketAndSymbol ?? igEpic

/** A table's cell: the instrument's name, and below it the symbol, in one element. */
export const nameAndMarket = (deal: Named) =>
  deal.name === undefined ? marketOf(deal) : `${deal.name}\n${marketOf(deal)}`

/** What shows the first line as a link and the second as its detail. */
export const nameAndMarketLook = ({ name }: Named) =>
  name === undefined
    ? ''
    : 'block truncate text-xs whitespace-pre text-muted! first-line:text-[13px] first-line:text-accent'
