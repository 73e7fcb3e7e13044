import type { Position } from '../../shared/deals/dealing.schema.ts'
import type { TradeDetails } from '../../shared/journal/journal.schema.ts'

type Valued = Pick<Position, 'direction' | 'openLevel' | 'stopLevel' | 'pointValue'>

/** The result of a position if it closes at a level; null if the level or the value of a point is unknown. */
export const moneyAt = ({ direction, openLevel, pointValue }: Valued, level: number | null): number | null =>
  level === null || openLevel === null || pointValue === undefined
    ? null
    : (level - openLevel) * pointValue * (direction === 'BUY' ? 1 : -1)

/** The total result if every stop is hit; null if one is unknown. */
export const moneyAtStops = (positions: readonly Valued[]): number | null =>
  positions.reduce<number | null>((sum, position) => {
    const money = moneyAt(position, position.stopLevel)
    return sum === null || money === null ? null : sum + money
  }, 0)

/**
 * The loss at the first stop. The journal knows it once a part is booked; until then only the position has the value of
 * a point. A position that is not in the journal still has its first stop.
 */
export const initialRisk = (position: Valued | undefined, details: TradeDetails | undefined) => {
  if (details?.risk != null || !position) return details?.risk ?? null
  const money = moneyAt(position, details ? details.firstStop : position.stopLevel)
  return money === null ? null : Math.max(0, -money)
}
