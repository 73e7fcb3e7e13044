import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Instrument } from '../../shared/instruments/instrument.schema.ts'
import { Button } from '../components/button.tsx'
import { AlertList } from '../components/alert-list.tsx'
import { Card } from '../components/card.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Failed, LoadingCards } from '../components/states.tsx'
import { TextLink } from '../components/text-link.tsx'
import { EditInstrument } from '../features/instruments/edit-instrument.tsx'
import { instrumentsKey } from '../features/instruments/queries.ts'
import { tradesQuery } from '../features/journal/queries.ts'
import { call } from '../lib/api.ts'
import { toastFailure } from '../lib/failures.ts'
import { formatLevel, formatNumber, signedMoney } from '../../shared/platform/figures.ts'
import { formatDate, formatTimestamp } from '../lib/format.ts'
import { gainLook } from '../lib/gain-class.ts'
import { marketOf } from '../lib/market-of.ts'
import { positionsQuery } from '../lib/positions-query.ts'
import { useBroker } from '../lib/use-broker.ts'

const MarketChart = lazy(async () => ({
  default: (await import('../features/instruments/market-chart.tsx')).MarketChart,
}))

const instrumentQuery = (market: string) =>
  queryOptions({
    queryKey: [...instrumentsKey, 'one', market],
    queryFn: async () => {
      const { results } = await call('searchInstruments', { offset: 0, limit: 100, marketAndSymbol: market })
      const isIt = ({ marketAndSymbol }: Instrument) => marketAndSymbol.toUpperCase() === market.toUpperCase()
      return results.find(isIt) ?? null
    },
  })

/** One instrument of the list: its settings, prices, open positions, alerts and trades. */
export const InstrumentPage = () => {
  const { market = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(instrumentQuery(market))
  return (
    <div className="grid grid-cols-1 gap-6">
      {data ? (
        <Cards instrument={data} />
      ) : data === null ? (
        <>
          <PageHeader title={market} description="Not in your instrument list" />
          <p className="text-sm text-muted">
            Alerts for this market are refused until it is in your list.{' '}
            <TextLink to="/dashboard/instruments" search={{ q: market }}>
              Go to instruments
            </TextLink>
          </p>
        </>
      ) : error ? (
        <Failed title="Error loading the instrument" message={error.message} onRetry={() => void refetch()} />
      ) : (
        <LoadingCards />
      )}
    </div>
  )
}

type Props = { readonly instrument: Instrument }

const Cards = ({ instrument }: Props) => {
  const { marketAndSymbol: market, igEpic } = instrument
  const [isEdited, setEdited] = useState(false)
  const account = useBroker()
  const { data: trades } = useQuery(tradesQuery({ market, size: 10 }))
  const { data: positions } = useQuery({
    ...positionsQuery({ page: 1, size: 20, q: igEpic }),
    enabled: account?.complete === true && igEpic !== '',
  })
  const open = positions?.results.filter((position) => position.igEpic === igEpic) ?? []
  const name = open[0]?.name ?? trades?.results[0]?.name
  return (
    <>
      <PageHeader title={market} description={[name, igEpic].filter(Boolean).join(' · ')}>
        <Button kind="quiet" onClick={() => setEdited(true)}>
          Edit
        </Button>
      </PageHeader>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Settings instrument={instrument} />
        {igEpic !== '' && account?.complete && <Prices epic={igEpic} mode={account.mode} />}
      </div>
      {open.length > 0 && (
        <Card title="Open positions">
          <ul className="grid gap-2 text-sm">
            {open.map((position) => (
              <li key={position.dealId} className="flex flex-wrap items-baseline gap-x-4">
                <TextLink to="/dashboard/journal/$tradeId" params={{ tradeId: position.dealId }}>
                  {position.direction} {formatNumber(position.size)} {marketOf(position)}
                </TextLink>
                <span className="text-muted">opened at {formatLevel(position.openLevel)}</span>
                {position.profitLoss !== null && (
                  <span className={`ml-auto font-medium ${gainLook(position.profitLoss)}`}>
                    {signedMoney(position.profitLoss)}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Card title="Alerts">
          <AlertList filter={{ market }} />
        </Card>
        <Card
          title="Trades"
          description={
            trades && trades.count > 0
              ? `${formatNumber(trades.count)} in the journal, total result ${signedMoney(trades.sum, trades.currency)}`
              : 'Booked at IG'
          }
        >
          {trades && trades.results.length > 0 ? (
            <ul className="grid gap-2 text-sm">
              {trades.results.map((trade) => (
                <li key={trade.id} className="flex flex-wrap items-baseline gap-x-4">
                  <TextLink to="/dashboard/journal/$tradeId" params={{ tradeId: trade.id }}>
                    {trade.direction} {formatNumber(trade.size)}
                  </TextLink>
                  <span className="text-muted">{formatTimestamp(trade.openedAt)}</span>
                  <span className={`ml-auto font-medium ${gainLook(trade.result)}`}>
                    {trade.closedAt === null ? 'open' : signedMoney(trade.result, trades.currency)}
                  </span>
                </li>
              ))}
            </ul>
          ) : (
            <p className="text-sm text-muted">No trades in this market yet.</p>
          )}
        </Card>
      </div>
      <EditInstrument instrument={isEdited ? instrument : null} onDone={() => setEdited(false)} />
    </>
  )
}

const Settings = ({ instrument }: Props) => {
  const facts = [
    ['Stop', `${instrument.atrStopLossMultiplePercentage}% of ATR(${instrument.atrStopLossPeriod})`],
    ['Target', `${instrument.atrProfitMultiplePercentage}% of ATR(${instrument.atrProfitTargetPeriod})`],
    ['Max position size', formatNumber(Number(instrument.maxPositionSize))],
    ['Opening price', `${instrument.openingPriceMultiplePercentage}% of the alert’s price`],
    ['Price multiplier', instrument.tradingViewPriceMultiplier],
    ['Yahoo symbol', instrument.yahooSymbol || '–'],
    ['Next dividend', instrument.nextDividendDate ? formatDate(instrument.nextDividendDate) : 'None known'],
  ] as const
  return (
    <Card title="Sizing and levels">
      <dl className="grid gap-2 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd className="text-right font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const day = 24 * 3_600_000

/** A day of bars of 15 minutes. */
const barsOfDay = 96

const Prices = ({ epic, mode }: { readonly epic: string; readonly mode: 'DEMO' | 'LIVE' }) => {
  const prices = useMutation({
    mutationFn: () => {
      const now = Date.now()
      return call('getPrices', {
        mode,
        epic,
        length: 'MINUTE_15',
        from: new Date(now - day).toISOString(),
        to: new Date(now).toISOString(),
      })
    },
    onError: toastFailure('Couldn’t load prices'),
  })
  const [first, ...later] = prices.data?.bars ?? []
  return (
    <Card title="Prices" description="IG’s mid prices over the last 24 hours">
      {first ? (
        <Suspense fallback={<div className="h-[10.625rem]" />}>
          <MarketChart bars={[first, ...later]} />
        </Suspense>
      ) : (
        <div className="grid justify-items-start gap-3 text-sm text-muted">
          <p>
            {prices.data
              ? (prices.data.reason ?? 'IG has no prices for this time.')
              : `Loading prices uses about ${barsOfDay} of the price points that IG allows each week.`}
          </p>
          <Button kind="quiet" disabled={prices.isPending} onClick={() => prices.mutate()}>
            {prices.isPending ? 'Loading…' : 'Show prices'}
          </Button>
        </div>
      )}
    </Card>
  )
}
