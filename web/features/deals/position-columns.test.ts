import { expect, it } from 'vitest'
import { columnId, fittingColumns } from '../../components/data-table/fitting-columns.ts'
import { positionColumns } from './position-columns.tsx'

/** What is beside a slim sidebar, without the page's edges, the table's borders and its scroll bar. */
const roomBeside = (screen: number) => screen - 56 - 2 * 24 - 2 - 15

it.each([
  [1024, 'market size openLevel currentLevel day risk profitLoss actions'],
  [768, 'market size risk profitLoss actions'],
])('at %i px all that a trader compares first fits', (screen, ids) => {
  const shown = fittingColumns(
    positionColumns(() => undefined, 'GBP'),
    {},
    roomBeside(screen),
  )
  expect(shown.map(columnId).join(' ')).toBe(ids)
})
