import { type Range } from '@tanstack/react-virtual'

export const headerHeight = 44
export const rowHeight = 50
/** Row height in pixels if the user prefers more rows. */
export const compactRowHeight = 36
/** Maximum height of a table in pixels, including its heading. */
export const tableHeight = 600
/** Number of rows to render beyond the edge in the direction of scrolling. */
export const overscan = 10

/**
 * Maximum number of elements in a table's rows, for any number of rows and any scroll position. The heading is not
 * included.
 */
const nodeBudget = 355

type Direction = 'forward' | 'backward' | null

/**
 * The visible rows, ten more rows in the direction of scrolling, and on the other side as many rows as the budget
 * allows. There is at least one row on the other side, so that the keyboard can step back.
 * @param perRow elements in a row, including the row itself
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
  // If there are fewer rows above than planned, more rows are rendered below.
  const unused = above - (startIndex - first)
  const last = Math.min(count - 1, endIndex + Math.min(overscan, below + unused))
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
