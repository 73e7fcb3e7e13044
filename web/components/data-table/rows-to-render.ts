import { type Range } from '@tanstack/react-virtual'

export const rowHeight = 50
export const tableHeight = 600
/** Rows rendered beyond the edge that one scrolls towards. */
export const overscan = 10

/** Elements in one table, however long its list and wherever it is scrolled to. */
const nodeBudget = 390

type Direction = 'forward' | 'backward' | null

/**
 * The rows in sight, ten more where the scrolling goes, and behind as many as the budget of nodes leaves: at least
 * one, so that the keyboard can step back into it.
 * @param columns each row has a cell for each, itself, and one control
 */
export const rowsToRender = (
  { startIndex, endIndex, count }: Range,
  direction: Direction,
  columns: number,
): number[] => {
  const besideRows = columns + 6
  const seen = endIndex - startIndex + 1
  const spare = Math.max(2, Math.floor((nodeBudget - besideRows) / (columns + 2)) - seen)
  const ahead = Math.min(overscan, spare - 1)
  const behind = Math.min(overscan, spare - ahead)
  const [above, below] = direction === 'backward' ? [ahead, behind] : [behind, ahead]
  const first = Math.max(0, startIndex - above)
  const last = Math.min(count - 1, endIndex + below)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
