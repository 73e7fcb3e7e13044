import { useQuery } from '@tanstack/react-query'
import type { Position } from '../../../shared/deals/dealing.schema.ts'
import type { TradeDetails } from '../../../shared/journal/journal.schema.ts'
import { formatNumber } from '../../../shared/platform/figures.ts'
import type { JournalSearch } from '../../lib/journal-search.ts'
import { marketOf } from '../../lib/market-of.ts'
import { everyPosition, positionsQuery } from '../../lib/positions-query.ts'
import { useBroker } from '../../lib/use-broker.ts'
import { tradeQuery } from '../../lib/journal-queries.ts'
import { strategyWords } from '../../lib/journal-words.ts'

/**
 * Returns a deal with its open position and its journal entry. A new deal appears in the journal only after a minute or
 * two.
 * @param tradeId the ID of the trade, of one of its deals, or of the alert that opened it
 * @param listed the position from the list on the screen, used until all positions have been read
 */
export const useDeal = (tradeId: string, search: JournalSearch, listed?: Position) => {
  const account = useBroker()
  const trade = useQuery(tradeQuery(tradeId, search))
  const details = trade.data
  const positions = useQuery({
    ...positionsQuery(everyPosition),
    enabled: account?.complete === true && details?.trade.isOpen !== false,
  })
  const position = positions.data
    ? positions.data.results.find(({ dealId }) => dealId === tradeId || details?.dealIds.includes(dealId))
    : listed
  return { account, trade, details, positions, position }
}
export type Deal = ReturnType<typeof useDeal>

/**
 * Returns a deal's heading: the market's name, the side, the size and the strategy; null if nothing is known about the
 * deal.
 */
export const headingOf = ({ position, details }: Deal) => {
  if (position)
    return {
      name: position.name ?? marketOf(position),
      facts: factsOf(position, position.strategy ?? null, position.name && marketOf(position)),
    }
  if (!details) return null
  const { trade } = details
  return { name: trade.name, facts: factsOf(trade, trade.strategy, trade.market) }
}

const factsOf = (
  { direction, size }: Pick<TradeDetails['trade'], 'direction' | 'size'>,
  strategy: string | null,
  market: string | null | undefined,
) =>
  [`${direction === 'BUY' ? 'Buy' : 'Sell'} ${formatNumber(size)}`, strategyWords(strategy), market]
    .filter(Boolean)
    .join(', ')
