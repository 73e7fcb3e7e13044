import type { Position } from '../../../shared/deals/dealing.schema.ts'
import type { TradeDetails } from '../../../shared/journal/journal.schema.ts'

/** What a position comes to if it is closed at a level; null if the level or the value of a point is not known. */
export const moneyAt = (
  { direction, openLevel, pointValue }: Pick<Position, 'direction' | 'openLevel' | 'pointValue'>,
  level: number | null,
): number | null =>
  level === null || openLevel === null || pointValue === undefined
    ? null
    : (level - openLevel) * pointValue * (direction === 'BUY' ? 1 : -1)

/** What all of them come to if every stop is hit; null if that of one is not known. */
export const moneyAtStops = (positions: readonly Position[]): number | null =>
  positions.reduce<number | null>((sum, position) => {
    const money = moneyAt(position, position.stopLevel)
    return sum === null || money === null ? null : sum + money
  }, 0)

/**
 * What the journal tells of a trade while its position is open, with the money that only the position gives: until a part is
 * booked, no row of the broker's history says what a point is worth.
 */
export const withPosition = (details: TradeDetails, position: Position | undefined): TradeDetails => {
  const { firstStop, risk, costs } = details
  if (risk !== null || position?.pointValue === undefined) return details
  const { pointValue } = position
  const lost = moneyAt(position, firstStop)
  const initial = lost !== null && lost < 0 ? -lost : null
  const inMoney = (cost: TradeDetails['costs']['delay']) => {
    if (cost?.points == null || cost.money !== null) return cost
    const money = cost.points * pointValue
    return { ...cost, money, r: initial && money / initial }
  }
  return {
    ...details,
    risk: initial,
    costs: { ...costs, delay: inMoney(costs.delay), execution: inMoney(costs.execution) },
  }
}
