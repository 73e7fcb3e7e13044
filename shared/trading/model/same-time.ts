import type { StrategyPosition } from '../../alerts/position-change.ts'

/** The change of a strategy's position that an alert reports. */
export type Step = { readonly from: StrategyPosition; readonly to: StrategyPosition }

/**
 * What the strategy's other alerts report on the same market. Only alerts with the same time are included and, for an
 * exit, alerts with a later time. The alerts may arrive in any order.
 */
export type SameTime = {
  /** The strategy's position after all these alerts; null if they contradict one another. */
  readonly end: StrategyPosition | null
  /** Whether the alerts lead from the strategy's previous position to `end`. */
  readonly isPath: boolean
  /** Positions that the other alerts entered. */
  readonly entered: readonly StrategyPosition[]
  /**
   * IDs and references of deals that the other alerts opened. If the strategy leaves a position with this alert, deals
   * of alerts that led to that position are excluded.
   */
  readonly opened: readonly string[]
  /**
   * Deals that other entries with the same time opened or found already open, and deals that later alerts opened. No
   * exit with this time closes these deals.
   */
  readonly reentered: readonly string[]
}

const positions = ['flat', 'long', 'short'] as const

/**
 * Finds the strategy's position after alerts that have the same time. In the right sequence, each alert is used once
 * and starts from the position that the previous alert led to. Every such sequence has the same end.
 * @param start the strategy's previous position
 * @returns null if there is no such sequence
 */
export const endOfPath = (start: StrategyPosition, steps: readonly Step[]): StrategyPosition | null => {
  const leaves = (position: StrategyPosition) => steps.filter(({ from }) => from === position).length
  const enters = (position: StrategyPosition) => steps.filter(({ to }) => to === position).length
  const reached = new Set([start])
  for (const _ of positions) for (const { from, to } of steps) if (reached.has(from)) reached.add(to)
  if (!steps.every(({ from }) => reached.has(from))) return null
  const ends = positions.filter((end) =>
    positions.every(
      (each) => leaves(each) - enters(each) === (each === start ? 1 : 0) - (each === end ? 1 : 0),
    ),
  )
  return ends[0] ?? null
}

/**
 * The strategy's position after alerts that have the same time.
 * @param start the strategy's previous position; undefined if unknown
 * @param steps in order of arrival
 * @returns `isPath`: whether the alerts lead from `start` to `end`, or `start` is unknown. If not, an earlier alert was
 * lost.
 */
export const endOf = (
  start: StrategyPosition | undefined,
  steps: readonly Step[],
): Pick<SameTime, 'end' | 'isPath'> => {
  const expected = start && endOfPath(start, steps)
  if (expected) return { end: expected, isPath: true }
  const [first] = steps
  const starts = first ? [first.from, ...positions] : positions
  const end = starts.map((each) => endOfPath(each, steps)).find((each) => each !== null) ?? null
  return { end, isPath: start === undefined && end !== null }
}

/**
 * Whether alerts that have the same time leave a position at least as often as they reach it. If they do, nothing that
 * they opened in this position stays open, even if an alert between them is missing.
 * @param start the strategy's previous position; undefined if unknown
 */
export const isLeft = (
  position: StrategyPosition,
  start: StrategyPosition | undefined,
  steps: readonly Step[],
): boolean => {
  const comes = steps.filter(({ to }) => to === position).length
  const leaves = steps.filter(({ from }) => from === position).length
  return leaves >= comes + ((start ?? steps[0]?.from) === position ? 1 : 0)
}
