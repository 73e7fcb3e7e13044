import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import type { Position } from '../../../shared/deals/dealing.schema.ts'
import { pageLimits } from '../../../shared/platform/page-limits.ts'
import { poll } from '../../lib/polls.ts'
import type { BrokerAccount } from '../../lib/use-broker.ts'
import { positionsKey, positionsRefresh, resultOf } from '../../lib/positions-query.ts'
import { type ProfitLoss, withSample } from './profit-loss.ts'

const sixHours = 6 * 3_600_000

type OpenPositions = { readonly positions: readonly Position[]; readonly series: readonly ProfitLoss[] }

/**
 * The open positions, and their total profit and loss at each poll since the dashboard was opened. The server stores no
 * history, so the cache keeps six hours of it for each account.
 */
export const openPositionsQuery = ({ mode, accountId }: BrokerAccount) => {
  const queryKey = [...positionsKey, 'profit-loss', mode, accountId] as const
  return queryOptions({
    queryKey,
    queryFn: async (context: QueryFunctionContext): Promise<OpenPositions> => {
      const { results } = await poll('listPositions', { offset: 0, limit: pageLimits.max })(context)
      const { total, unknown } = resultOf(results)
      const before = context.client.getQueryData<OpenPositions>(queryKey)?.series ?? []
      const series =
        total === null ? before : withSample(before, { at: Date.now(), total, unknown }, sixHours)
      return { positions: results, series }
    },
    refetchInterval: positionsRefresh,
    // Two parts of the overview use this query. The later part must not read the positions again.
    staleTime: positionsRefresh / 2,
    gcTime: sixHours,
  })
}
