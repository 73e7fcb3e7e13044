import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { Position } from '../../../shared/deals/dealing.schema.ts'
import type { Page } from '../../../shared/platform/page.schema.ts'
import { signedMoney } from '../../../shared/platform/figures.ts'
import { positionsKey } from '../../lib/positions-query.ts'
import { setTabPrefix } from '../../lib/tab.ts'

/** Puts before the screen's name in the tab: how many things need a look, else the open profit as last read. */
export const useTabNews = (reviews: number) => {
  const queries = useQueryClient()
  const profit = useSyncExternalStore(
    (changed) => queries.getQueryCache().subscribe(changed),
    () => openProfit(queries.getQueryCache().findAll({ queryKey: positionsKey })),
  )
  useEffect(() => {
    const money = profit === null ? '' : signedMoney(profit)
    setTabPrefix(reviews > 0 ? `(${reviews})` : money, reviews > 0)
    return () => setTabPrefix('', false)
  }, [profit, reviews])
}

type QueryEvent = { readonly state: { readonly data: unknown; readonly dataUpdatedAt: number } }

/** As some screen read it last, of a whole list of positions; null if none has, or nothing is open. */
const openProfit = (reads: readonly QueryEvent[]): number | null => {
  const [newest] = reads.toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
  const data = newest?.state.data
  // The overview keeps its sums, the list of positions its rows.
  if (Array.isArray(data)) return (data.at(-1) as { readonly total: number } | undefined)?.total || null
  const { results = [], count } = (data ?? {}) as Partial<Page<Position>>
  if (results.length === 0 || count !== results.length) return null
  return results.reduce((sum, { profitLoss }) => sum + (profitLoss ?? 0), 0)
}
