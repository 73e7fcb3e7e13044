import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { TradeDetails } from '../../shared/journal/journal.ts'
import { Badge } from '../components/badge.tsx'
import { Card } from '../components/card.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Failed, LoadingCards } from '../components/states.tsx'
import { TextLink } from '../components/text-link.tsx'
import { FigureLine } from '../features/journal/figure-line.tsx'
import { tradeQuery, useJournalPlace } from '../features/journal/queries.ts'
import { TradeTextForm } from '../features/journal/trade-text-form.tsx'
import { closerWords, signedMoney, signedR, strategyWords } from '../features/journal/words.ts'
import { formatLevel, formatMoney, formatNumber, formatPrecise } from '../lib/format.ts'
import { gainLook } from '../lib/gain-class.ts'

export const TradePage = () => {
  const { tradeId = '' } = useParams({ strict: false })
  const { search } = useJournalPlace()
  const { data, error, refetch } = useQuery(tradeQuery(tradeId, search))
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-6">
      {data ? (
        <Trade details={data} />
      ) : error ? (
        <Failed title="Error loading the trade" message={error.message} onRetry={() => void refetch()} />
      ) : (
        <LoadingCards />
      )}
    </div>
  )
}

const Trade = ({ details }: { readonly details: TradeDetails }) => {
  const { trade, currency } = details
  return (
    <>
      <PageHeader
        title={trade.name}
        description={`${trade.direction === 'BUY' ? 'Buy' : 'Sell'} ${formatNumber(trade.size)}, ${strategyWords(trade.strategy)}${trade.market ? `, ${trade.market}` : ''}`}
      />
      <p className={`text-3xl font-semibold tracking-tight ${gainLook(trade.result)}`}>
        {signedMoney(trade.result, currency)}{' '}
        <span className="text-lg">{trade.r === null ? '' : `(${signedR(trade.r)})`}</span>{' '}
        {trade.isOpen && <Badge tone="plain">part open</Badge>}
      </p>
      <Timeline details={details} />
      <Costs details={details} />
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
            more: `decided after ${Date.parse(alert.decidedAt) - Date.parse(alert.arrivedAt)} ms${alert.level === null ? '' : `, order at ${formatNumber(alert.level)}`}`,
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
      more: `${closerWords[leg.closer]}, IG reference ${leg.reference}${leg.link === 'inferred' ? ', inferred: IG has no entry for this close' : leg.link === 'none' ? ', not attributed' : ''}`,
    })),
  ].toSorted((one, other) => one.at.localeCompare(other.at))

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

const Costs = ({
  details: { costs, risk, firstStop, currency, dealIds },
}: {
  readonly details: TradeDetails
}) => (
  <Card title="What it cost" description="Against what was asked for; a plus is better than asked for">
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm">
      <FigureLine label="Fill against the order’s level">{moneyOrDash(costs.execution, currency)}</FigureLine>
      <FigureLine label="Last fill against its stop or limit">{moneyOrDash(costs.exit, currency)}</FigureLine>
      <FigureLine label={`First risk${firstStop === null ? '' : `, stop at ${formatNumber(firstStop)}`}`}>
        {risk === null ? '–' : formatMoney(risk, currency)}
      </FigureLine>
      <FigureLine label="Deals at IG">{dealIds.join(', ')}</FigureLine>
    </dl>
  </Card>
)

const moneyOrDash = (value: number | null, currency: string) =>
  value === null ? '–' : signedMoney(value, currency)
