import type { Direction } from './dealing.ts'
import type { Decimal } from './units.ts'

export const strategyPositions = ['long', 'short', 'flat'] as const
export type StrategyPosition = (typeof strategyPositions)[number]

/**
 * What an order of a strategy did to the strategy's own position, as TradingView tells it. Its sizes are TradingView's:
 * they say which way the position changed, and never the size of an order of ours.
 */
export type PositionChange = {
  readonly kind: 'open' | 'close' | 'add' | 'reduce' | 'reverse'
  readonly from: StrategyPosition
  readonly to: StrategyPosition
  /** null where the alert does not say. */
  readonly sizeBefore: Decimal | null
  readonly sizeAfter: Decimal | null
}

/** The way that opens or adds to a position; null for flat. */
export const directionOf = (position: StrategyPosition): Direction | null =>
  position === 'flat' ? null : position === 'long' ? 'BUY' : 'SELL'

/**
 * @param ordered the way of the strategy's order, which tells apart what the sizes do not
 * @returns null where nothing changed
 */
export const positionChange = (
  { from, to, sizeBefore, sizeAfter }: Omit<PositionChange, 'kind'>,
  ordered: Direction | 'CLOSE' | null,
): PositionChange | null => {
  const kind = kindOf(from, to, sizeBefore, sizeAfter, ordered)
  return kind && { kind, from, to, sizeBefore, sizeAfter }
}

const kindOf = (
  from: StrategyPosition,
  to: StrategyPosition,
  before: Decimal | null,
  after: Decimal | null,
  ordered: Direction | 'CLOSE' | null,
): PositionChange['kind'] | null => {
  if (from === 'flat') return to === 'flat' ? null : 'open'
  if (to === 'flat') return 'close'
  if (from !== to) return 'reverse'
  if (before !== null && after !== null && Number(before) !== Number(after))
    return Number(after) > Number(before) ? 'add' : 'reduce'
  return ordered === directionOf(to) ? 'add' : 'reduce'
}

/** "flat → long 2" */
export const changeInWords = ({ from, to, sizeBefore, sizeAfter }: PositionChange): string => {
  const standing = (position: StrategyPosition, size: Decimal | null) =>
    position === 'flat' || size === null ? position : `${position} ${size}`
  return `${standing(from, sizeBefore)} → ${standing(to, sizeAfter)}`
}
