import { useParams } from '@tanstack/react-router'
import { PageHeader } from '../components/page-header.tsx'
import { TextLink } from '../components/text-link.tsx'
import { DealView } from '../features/journal/deal-view.tsx'
import { headingOf, useDeal } from '../features/journal/use-deal.ts'
import { useJournalPlace } from '../lib/journal-queries.ts'
import { TradeDecision } from '../features/journal/trade-timeline.tsx'
import { TradeTextForm } from '../features/journal/trade-text-form.tsx'

export const TradePage = () => {
  const { tradeId = '' } = useParams({ strict: false })
  const { search } = useJournalPlace()
  const deal = useDeal(tradeId, search)
  const heading = headingOf(deal)
  const { details } = deal
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-4">
      {heading && <PageHeader title={heading.name} description={heading.facts} />}
      <DealView deal={deal} search={search} />
      {details && (
        <>
          <TradeDecision details={details} />
          <TradeTextForm key={details.trade.id} trade={details.trade} />
          <p className="text-sm">
            <TextLink to="/dashboard/journal">Back to the journal</TextLink>
          </p>
        </>
      )}
    </div>
  )
}
