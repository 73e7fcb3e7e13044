import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { Position } from '../../../shared/deals/dealing.schema.ts'
import type { Page } from '../../../shared/platform/page.schema.ts'
import { signedMoney } from '../../../shared/platform/figures.ts'
import { positionsKey, resultOf } from '../../lib/positions-query.ts'
import { setTabPrefix } from '../../lib/tab.ts'

/**
 * Puts before the screen's name in the tab: how many things wait for the user, else the open profit as last read. What waits is
 * also counted on the app's icon.
 */
export const useTabNews = (waiting: number) => {
  const queries = useQueryClient()
  const profit = useSyncExternalStore(
    (changed) => queries.getQueryCache().subscribe(changed),
    () => openProfit(queries.getQueryCache().findAll({ queryKey: positionsKey })),
  )
  useEffect(() => {
    const money = profit === null ? '' : signedMoney(profit)
    setTabPrefix(waiting > 0 ? `(${waiting})` : money, waiting)
    return () => setTabPrefix('', 0)
  }, [profit, waiting])
}

type QueryEvent = { readonly state: { readonly data: unknown; readonly dataUpdatedAt: number } }
type ReadPositions = Partial<Page<Position>> & { readonly positions?: readonly Position[] }

/** As some screen read it last, of a whole list of positions; null if none has, or nothing is open. */
const openProfit = (reads: readonly QueryEvent[]): number | null => {
  const [newest] = reads.toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
  // The overview keeps all positions, the list of positions a page of them.
  const { positions, results = [], count } = (newest?.state.data ?? {}) as ReadPositions
  const whole = positions ?? (count === results.length ? results : [])
  return whole.length === 0 ? null : resultOf(whole).total
}
