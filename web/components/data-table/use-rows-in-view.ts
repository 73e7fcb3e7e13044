import { type ReactVirtualizer, useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { Columns } from './columns.ts'
import { headerHeight, overscan, rowsToRender, tableHeight } from './rows-to-render.ts'

/** Returns a table's rows to render, which depend on its scroll position, and the heights of the rows above and below. */
export const useRowsInView = <Row extends object>(
  rows: readonly { readonly id: string }[],
  columns: Columns<Row>,
  height: number,
) => {
  const scroller = useRef<HTMLDivElement>(null)
  const perRow = columns.reduce((sum, { meta }) => sum + 1 + (meta?.holds ?? 0), 1)
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes here
  const virtualizer: ReactVirtualizer<HTMLDivElement, HTMLTableRowElement> = useVirtualizer({
    count: rows.length,
    overscan,
    estimateSize: () => height,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]?.id ?? index,
    // The height is known, so that nothing need be measured.
    observeElementRect: (_, report) => report({ width: 0, height: tableHeight - headerHeight }),
    rangeExtractor: (range) => rowsToRender(range, virtualizer.scrollDirection, perRow),
  })
  const items = virtualizer.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  return { scroller, items, above, below }
}
