import { type Range } from '@tanstack/react-virtual'

export const rowHeight = 50
/** Row height if the user prefers more rows. */
export const compactRowHeight = 36
/** Height of head and rows. */
export const tableHeight = 600
/** Rows rendered beyond the edge in the direction of scrolling. */
export const overscan = 10

/** Maximum elements in a table's rows, at any length and scroll position. The head is not included. */
const nodeBudget = 355

type Direction = 'forward' | 'backward' | null

/**
 * The visible rows, ten more in the direction of scrolling, and behind as many as the budget allows: at least one, so
 * that the keyboard can step back.
 * @param perRow elements in a row, including itself
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
  // Rows that are missing at the top are rendered below.
  const unused = above - (startIndex - first)
  const last = Math.min(count - 1, endIndex + Math.min(overscan, below + unused))
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
