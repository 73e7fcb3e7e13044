import type { Position } from '../../shared/deals/dealing.ts'

/** A deal's market: as its user calls the instrument, else by IG's epic. */
export const marketOf = ({ marketAndSymbol, igEpic }: Pick<Position, 'marketAndSymbol' | 'igEpic'>) =>
  marketAndSymbol ?? igEpic
