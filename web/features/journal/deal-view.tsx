import { Empty } from '../../components/empty.tsx'
import { Failed, LoadingCards } from '../../components/states.tsx'
import { ApiError } from '../../lib/api.ts'
import type { JournalSearch } from '../../lib/journal-search.ts'
import { PriceFigure } from './price-figure.tsx'
import { TradeCosts } from './trade-costs.tsx'
import { TradeTimeline } from './trade-timeline.tsx'
import { DealIds } from './deal-ids.tsx'
import { DealResult } from './deal-result.tsx'
import { initialRisk } from '../../lib/position-money.ts'
import type { Deal } from './use-deal.ts'

type Props = { readonly deal: Deal; readonly search: JournalSearch }

/** Shows an open position or a closed trade: first the result, then the prices, events and costs. */
export const DealView = ({ deal, search }: Props) => {
  const { details, position, trade, positions } = deal
  const { error, refetch } = trade
  if (!details && !position) {
    if (!error || positions.isLoading) return <LoadingCards />
    return error instanceof ApiError && error.code === 'NOT_FOUND' ? (
      <Empty>{error.message}</Empty>
    ) : (
      <Failed title="Error loading the trade" message={error.message} onRetry={() => void refetch()} />
    )
  }
  return (
    <>
      <DealResult deal={deal} search={search} />
      {details ? (
        <>
          <PriceFigure details={details} search={search} />
          <TradeTimeline details={details} />
          <TradeCosts details={{ ...details, risk: initialRisk(position, details) }} />
        </>
      ) : error ? (
        <p className="text-sm text-muted">{error.message}</p>
      ) : (
        <LoadingCards />
      )}
      <DealIds deal={deal} />
    </>
  )
}
