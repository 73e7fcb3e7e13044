import { expect, it } from 'vitest'
import { columnId, fittingColumns } from '../../components/data-table/fitting-columns.ts'
import { positionColumns } from './position-columns.tsx'

/**
 * The pixels left for the table's columns beside a narrow sidebar, after the page's margins, the table's borders and
 * its scroll bar.
 */
const roomBeside = (screen: number) => screen - 56 - 2 * 24 - 2 - 15

it.each([
  [1024, 'market size openLevel currentLevel day risk profitLoss actions'],
  [768, 'market size risk profitLoss actions'],
])('the positions table shows its most important columns on a screen %i px wide', (screen, ids) => {
  const shown = fittingColumns(
    positionColumns(() => undefined, 'GBP'),
    {},
    roomBeside(screen),
  )
  expect(shown.map(columnId).join(' ')).toBe(ids)
})
