import type { Position } from '../../shared/deals/dealing.schema.ts'
import type { TradeDetails } from '../../shared/journal/journal.schema.ts'

type Valued = Pick<Position, 'direction' | 'openLevel' | 'stopLevel' | 'pointValue'>

/** What a position comes to if it is closed at a level; null if the level or the value of a point is not known. */
export const moneyAt = ({ direction, openLevel, pointValue }: Valued, level: number | null): number | null =>
  level === null || openLevel === null || pointValue === undefined
    ? null
    : (level - openLevel) * pointValue * (direction === 'BUY' ? 1 : -1)

/** What all of them come to if every stop is hit; null if that of one is not known. */
export const moneyAtStops = (positions: readonly Valued[]): number | null =>
  positions.reduce<number | null>((sum, position) => {
    const money = moneyAt(position, position.stopLevel)
    return sum === null || money === null ? null : sum + money
  }, 0)

/**
 * What the first stop would have lost. The journal knows once a part is booked: until then only the position says what a point
 * is worth. Of what is not in the journal yet, the stop is the first one.
 */
export const initialRisk = (position: Valued | undefined, details: TradeDetails | undefined) => {
  if (details?.risk != null || !position) return details?.risk ?? null
  const money = moneyAt(position, details ? details.firstStop : position.stopLevel)
  return money === null ? null : Math.max(0, -money)
}
