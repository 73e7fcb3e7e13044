import { type Range } from '@tanstack/react-virtual'

export const rowHeight = 50
/** If its reader prefers more rows in sight. */
export const compactRowHeight = 36
/** The head and the rows. */
export const tableHeight = 600
/** Rows rendered beyond the edge that one scrolls towards. */
export const overscan = 10

/** Elements in one table's rows, however long its list and wherever it is scrolled to; its head comes on top. */
const nodeBudget = 355

type Direction = 'forward' | 'backward' | null

/**
 * The rows in sight, ten more if the scrolling goes, and behind as many as the budget of nodes leaves: at least
 * one, so that the keyboard can step back into it.
 * @param perRow elements in one row, itself included
 */
export const rowsToRender = (
  { startIndex, endIndex, count }: Range,
  direction: Direction,
  perRow: number,
): number[] => {
  const seen = endIndex - startIndex + 1
  const spare = Math.max(2, Math.floor(nodeBudget / perRow) - seen)
  const ahead = Math.min(overscan, spare - 1)
  const behind = Math.min(overscan, spare - ahead)
  const [above, below] = direction === 'backward' ? [ahead, behind] : [behind, ahead]
  const first = Math.max(0, startIndex - above)
  // What the list has no rows for at its top is rendered below.
  const unused = above - (startIndex - first)
  const last = Math.min(count - 1, endIndex + Math.min(overscan, below + unused))
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
