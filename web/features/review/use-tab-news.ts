import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { Position } from '../../../shared/deals/dealing.schema.ts'
import type { Page } from '../../../shared/platform/page.schema.ts'
import { signedMoney } from '../../../shared/platform/figures.ts'
import { positionsKey, resultOf } from '../../lib/positions-query.ts'
import { useCurrency } from '../../lib/use-currency.ts'
import { setTabPrefix } from '../../lib/tab.ts'

/**
 * Shows in the browser tab's title how many things wait for the user, or the open profit if nothing waits. The app's
 * icon also shows the number.
 */
export const useTabNews = (waiting: number) => {
  const queries = useQueryClient()
  const currency = useCurrency()
  const profit = useSyncExternalStore(
    (changed) => queries.getQueryCache().subscribe(changed),
    () => openProfit(queries.getQueryCache().findAll({ queryKey: positionsKey })),
  )
  useEffect(() => {
    const money = profit === null ? '' : signedMoney(profit, currency)
    setTabPrefix(waiting > 0 ? `(${waiting})` : money, waiting)
    return () => setTabPrefix('', 0)
  }, [profit, currency, waiting])
}

type QueryEvent = { readonly state: { readonly data: unknown; readonly dataUpdatedAt: number } }
type ReadPositions = Partial<Page<Position>> & { readonly positions?: readonly Position[] }

/**
 * Returns the open profit from the latest read of all positions; null if there was no such read, no position is open, or
 * no result is known.
 */
const openProfit = (reads: readonly QueryEvent[]): number | null => {
  const [newest] = reads.toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
  // The overview's query reads all positions. The query of the positions page reads only one page of them.
  const { positions, results = [], count } = (newest?.state.data ?? {}) as ReadPositions
  const whole = positions ?? (count === results.length ? results : [])
  return whole.length === 0 ? null : resultOf(whole).total
}
