import type { StrategyPosition } from '../../alerts/position-change.ts'

/** What an alert says that its strategy did to its position. */
export type Step = { readonly from: StrategyPosition; readonly to: StrategyPosition }

/** What other alerts of the strategy on the same market say that fired at the same time, or, for an exit, later: they may arrive in any order. */
export type SameTime = {
  /** Where the strategy is after all of them; null: they contradict one another. */
  readonly end: StrategyPosition | null
  /** They lead there from where the strategy was before. */
  readonly isPath: boolean
  /** Positions that others of them entered. */
  readonly entered: readonly StrategyPosition[]
  /**
   * What others of them opened, except for what this one leaves: deal IDs, and deal references of orders that are not listed yet.
   */
  readonly opened: readonly string[]
  /** What entries from elsewhere among them opened or found held already, and later alerts opened: no exit of this time is meant for it. */
  readonly reentered: readonly string[]
}

const positions = ['flat', 'long', 'short'] as const

/**
 * Where a strategy is after alerts of one time. Put in the right order they lead from position to position and use each alert
 * once; whatever that order is, it ends at the same position.
 * @param start where the strategy was before
 * @returns null if no order of them does
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
 * Where a strategy is after alerts of one time, in the order in which they arrived.
 * @param start undefined: not known
 * @returns `isPath`: they lead there from `start`, or it is not known. Otherwise an alert before them was lost.
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
 * Whether alerts of one time leave a position at least as often as they come to it. Then nothing that they opened there stays, also
 * if an alert is missing between them.
 * @param start where the strategy was before; undefined: not known
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
