import Big from 'big.js'
import type { AlertAction } from './alert-action.ts'
import type { Direction } from '../deals/dealing.schema.ts'
import type { Decimal } from '../platform/units.ts'

export const strategyPositions = ['long', 'short', 'flat'] as const
export type StrategyPosition = (typeof strategyPositions)[number]

/**
 * How an order changed a strategy's position, as TradingView reports it. The sizes show the direction of the change,
 * and never determine the size of our order.
 */
export type PositionChange = {
  readonly kind: 'open' | 'close' | 'add' | 'reduce' | 'reverse'
  readonly from: StrategyPosition
  readonly to: StrategyPosition
  /** Null if the alert does not contain the size. */
  readonly sizeBefore: Decimal | null
  readonly sizeAfter: Decimal | null
}

/** The direction of an order that opens or adds to the position; null if the position is flat. */
export const directionOf = (position: StrategyPosition): Direction | null =>
  position === 'flat' ? null : position === 'long' ? 'BUY' : 'SELL'

export const opposite = (direction: Direction): Direction => (direction === 'BUY' ? 'SELL' : 'BUY')

/**
 * @param ordered direction of the strategy's order, used if the sizes do not show whether the position grew
 * @returns null if the position is flat before and after
 */
export const positionChange = (
  change: Omit<PositionChange, 'kind'>,
  ordered: AlertAction | null,
): PositionChange | null => {
  const kind = kindOf(change, ordered)
  return kind && { kind, ...change }
}

const kindOf = (
  { from, to, sizeBefore: before, sizeAfter: after }: Omit<PositionChange, 'kind'>,
  ordered: AlertAction | null,
): PositionChange['kind'] | null => {
  if (from === 'flat') return to === 'flat' ? null : 'open'
  if (to === 'flat') return 'close'
  if (from !== to) return 'reverse'
  if (before !== null && after !== null && Number(before) !== Number(after))
    return Number(after) > Number(before) ? 'add' : 'reduce'
  return ordered === directionOf(to) ? 'add' : 'reduce'
}

/** The action of an alert with this change. */
export const actionOf = ({ kind, to }: PositionChange): AlertAction => {
  if (kind === 'close') return 'CLOSE'
  if (kind === 'reverse') return 'REVERSE'
  return kind === 'reduce' ? 'REDUCE' : (directionOf(to) ?? 'CLOSE')
}

/** The actions that fit a change. Any other action in the alert is a mistake. */
export const wordsFor = ({ kind, from, to }: PositionChange): readonly AlertAction[] => {
  const [held, wanted] = [directionOf(from), directionOf(to)]
  const against: AlertAction = held === 'BUY' ? 'SELL' : 'BUY'
  if (kind === 'close') return ['CLOSE', against]
  if (kind === 'reduce') return ['REDUCE', 'CLOSE', 'BUY', 'SELL']
  return [...(kind === 'reverse' ? (['REVERSE'] as const) : []), ...(wanted ? [wanted] : [])]
}

/**
 * The percentage by which a position becomes smaller: 1 − after ÷ before, with at most four decimals.
 * @returns null if a size is unknown or the position does not become smaller
 */
export const percentOff = (before: Decimal | null, after: Decimal | null): Decimal | null => {
  if (before === null || after === null || Number(before) <= Number(after)) return null
  return new Big(1).minus(new Big(after).div(before)).times(100).round(4, 0).toFixed()
}

/** Describes a position, such as "long 2". */
export const positionInWords = (position: StrategyPosition, size: Decimal | null): string =>
  position === 'flat' || size === null ? position : `${position} ${size}`

/** Describes a change, such as "flat → long 2". */
export const changeInWords = ({ from, to, sizeBefore, sizeAfter }: PositionChange): string =>
  `${positionInWords(from, sizeBefore)} → ${positionInWords(to, sizeAfter)}`
