import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { TradeDetails } from '../../shared/journal/journal.schema.ts'
import { Badge } from '../components/badge.tsx'
import { Card } from '../components/card.tsx'
import { DecisionTrace } from '../components/decision-trace.tsx'
import { Empty } from '../components/empty.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Failed, LoadingCards } from '../components/states.tsx'
import { TextLink } from '../components/text-link.tsx'
import { PriceFigure } from '../features/journal/price-figure.tsx'
import { tradeQuery, useJournalPlace } from '../features/journal/queries.ts'
import { TradeCosts } from '../features/journal/trade-costs.tsx'
import { TradeTextForm } from '../features/journal/trade-text-form.tsx'
import { closerWords, signedR, strategyWords } from '../features/journal/words.ts'
import { ApiError } from '../lib/api.ts'
import type { JournalSearch } from '../lib/journal-search.ts'
import { formatLevel, formatNumber, signedMoney } from '../../shared/platform/figures.ts'
import { formatDuration, formatPrecise } from '../lib/format.ts'
import { gainLook } from '../lib/gain-class.ts'

export const TradePage = () => {
  const { tradeId = '' } = useParams({ strict: false })
  const { search } = useJournalPlace()
  const { data, error, refetch } = useQuery(tradeQuery(tradeId, search))
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-6">
      {data ? (
        <Trade details={data} search={search} />
      ) : error instanceof ApiError && error.code === 'NOT_FOUND' ? (
        <Empty>{error.message}</Empty>
      ) : error ? (
        <Failed title="Error loading the trade" message={error.message} onRetry={() => void refetch()} />
      ) : (
        <LoadingCards />
      )}
    </div>
  )
}

type Props = { readonly details: TradeDetails; readonly search: JournalSearch }

const Trade = ({ details, search }: Props) => {
  const { trade, currency } = details
  return (
    <>
      <PageHeader
        title={trade.name}
        description={`${trade.direction === 'BUY' ? 'Buy' : 'Sell'} ${formatNumber(trade.size)}, ${strategyWords(trade.strategy)}${trade.market ? `, ${trade.market}` : ''}`}
      />
      {trade.closedAt === null ? (
        <p className="text-muted">
          {trade.isOpen
            ? 'Open. The result appears once part of the position is closed.'
            : 'Closed. IG hasn’t booked the result yet.'}
        </p>
      ) : (
        <p className={`text-figure font-semibold tracking-tight ${gainLook(trade.result)}`}>
          {signedMoney(trade.result, currency)}{' '}
          <span className="text-lg">{trade.r === null ? '' : `(${signedR(trade.r)})`}</span>{' '}
          {trade.isOpen && <Badge tone="plain">partly open</Badge>}
        </p>
      )}
      <PriceFigure details={details} search={search} />
      <Timeline details={details} />
      <TradeCosts details={details} />
      <Decision details={details} />
      <TradeTextForm key={trade.id} trade={trade} />
      <p className="text-sm">
        <TextLink to="/dashboard/journal">Back to the journal</TextLink>
      </p>
    </>
  )
}

type Moment = { readonly at: string; readonly what: string; readonly more?: string }

/** From the alert to the last close. */
const momentsOf = ({ trade, alert, moves, currency }: TradeDetails): readonly Moment[] =>
  [
    ...(alert
      ? [
          {
            at: alert.arrivedAt,
            what: `Alert arrived${alert.price === null ? '' : ` at ${formatNumber(alert.price)}`}`,
            more: `decided after ${formatDuration(Date.parse(alert.decidedAt) - Date.parse(alert.arrivedAt))}${alert.level === null ? '' : `, order at ${formatNumber(alert.level)}`}`,
          },
        ]
      : []),
    { at: trade.openedAt, what: `Opened at ${formatNumber(trade.openLevel)}` },
    ...moves.map(({ at, stop, limit }, place) => ({
      at,
      what: `${place === 0 ? 'Stop' : 'Stop moved to'} ${formatLevel(stop)}, limit ${formatLevel(limit)}`,
    })),
    ...trade.legs.map((leg) => ({
      at: leg.closedAt,
      what: `${leg.closer === 'roll' ? 'Rolled' : `Closed ${formatNumber(leg.size)}`} at ${formatNumber(leg.closeLevel)}: ${signedMoney(leg.result, currency)}`,
      more: `${closerWords[leg.closer]}, IG reference ${leg.reference}${leg.link === 'inferred' ? ', inferred: IG has no entry for this close' : leg.link === 'none' ? ', unattributed' : ''}`,
    })),
    // IG's times are whole seconds: within one, the order above holds.
  ].toSorted((one, other) => secondOf(one).localeCompare(secondOf(other)))

const secondOf = ({ at }: Moment) => at.slice(0, '2026-11-24T12:00:00'.length)

const Timeline = ({ details }: { readonly details: TradeDetails }) => (
  <Card title="Timeline">
    <ol className="grid gap-3 border-l border-line pl-4 text-sm">
      {momentsOf(details).map(({ at, what, more }) => (
        <li key={`${at} ${what}`} className="grid gap-0.5">
          <span className="font-medium">{what}</span>
          <span className="text-xs text-muted">
            <time dateTime={at}>{formatPrecise(at)}</time>
            {more ? `, ${more}` : ''}
          </span>
        </li>
      ))}
    </ol>
  </Card>
)

const Decision = ({ details: { alert, trade } }: { readonly details: TradeDetails }) => {
  if (!alert) return null
  return (
    <Card title="Decision" description="The rules that the alert passed, and what each one found">
      {alert.trace && alert.trace.length > 0 ? (
        <DecisionTrace trace={alert.trace} market={trade.market ?? undefined} />
      ) : (
        <p className="text-sm text-muted">The alert is no longer stored.</p>
      )}
    </Card>
  )
}
