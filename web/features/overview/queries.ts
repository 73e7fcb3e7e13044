import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import { pageLimits } from '../../../shared/platform/page-limits.ts'
import { poll } from '../../lib/polls.ts'
import type { BrokerAccount } from '../../lib/use-broker.ts'
import { positionsKey, positionsRefresh } from '../../lib/positions-query.ts'
import { type ProfitLoss, withSample } from './profit-loss.ts'

const sixHours = 6 * 3_600_000

/**
 * What the open positions came to at each poll since the dashboard was opened. The server keeps no history, so the
 * cache does: for as long as the chart looks back, and of one account only.
 */
export const profitLossQuery = ({ mode, accountId }: BrokerAccount) => {
  const queryKey = [...positionsKey, 'profit-loss', mode, accountId] as const
  return queryOptions({
    queryKey,
    queryFn: async (context: QueryFunctionContext): Promise<ProfitLoss[]> => {
      const { results } = await poll('listPositions', { offset: 0, limit: pageLimits.max })(context)
      const known = results.flatMap(({ profitLoss }) => (profitLoss === null ? [] : [profitLoss]))
      const sample = {
        at: Date.now(),
        total: known.reduce((sum, one) => sum + one, 0),
        unknown: results.length - known.length,
      }
      return withSample(context.client.getQueryData<ProfitLoss[]>(queryKey) ?? [], sample, sixHours)
    },
    refetchInterval: positionsRefresh,
    gcTime: sixHours,
  })
}
