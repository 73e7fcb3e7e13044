import type { Position } from '../../shared/deals/dealing.schema.ts'
import type { TradeDetails } from '../../shared/journal/journal.schema.ts'

type Valued = Pick<Position, 'direction' | 'openLevel' | 'stopLevel' | 'pointValue'>

/** Returns the result of a position if it closes at a level; null if the level or the value of a point is unknown. */
export const moneyAt = ({ direction, openLevel, pointValue }: Valued, level: number | null): number | null =>
  level === null || openLevel === null || pointValue === undefined
    ? null
    : (level - openLevel) * pointValue * (direction === 'BUY' ? 1 : -1)

/** Returns the total result if every stop is hit; null if the result of any position is unknown. */
export const moneyAtStops = (positions: readonly Valued[]): number | null =>
  positions.reduce<number | null>((sum, position) => {
    const money = moneyAt(position, position.stopLevel)
    return sum === null || money === null ? null : sum + money
  }, 0)

/**
 * Returns the loss at the position's first stop. The journal reports it after the first part is booked. Before that, it
 * is calculated from the first stop and the position's value of a point. If the position is not in the journal yet, its
 * current stop is taken as the first one.
 */
export const initialRisk = (position: Valued | undefined, details: TradeDetails | undefined) => {
  if (details?.risk != null || !position) return details?.risk ?? null
  const money = moneyAt(position, details ? details.firstStop : position.stopLevel)
  return money === null ? null : Math.max(0, -money)
}
