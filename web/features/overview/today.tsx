import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Activity } from '../../../shared/deals/dealing.schema.ts'
import { formatMoney, signedMoney } from '../../../shared/platform/figures.ts'
import { Segments } from '../../components/segments.tsx'
import { accountQuery, equityOf } from '../../lib/account-query.ts'
import { formatTime } from '../../lib/format.ts'
import { gainClass } from '../../lib/gain-class.ts'
import type { BrokerAccount } from '../../lib/use-broker.ts'
import { resultOf } from '../../lib/positions-query.ts'
import { useCurrency } from '../../lib/use-currency.ts'
import { openPositionsQuery } from './queries.ts'
import { dealOf } from './recent-activity.tsx'
import { Instead, Tile } from '../../components/tile.tsx'

/** Loaded on demand, because the chart library is larger than the rest of the overview. The tile reserves its space. */
const EquityChart = lazy(async () => ({ default: (await import('./equity-chart.tsx')).EquityChart }))
const ProfitLossChart = lazy(async () => ({
  default: (await import('./profit-loss-chart.tsx')).ProfitLossChart,
}))

type Props = { readonly account: BrokerAccount; readonly activities: readonly Activity[] | undefined }

const charts = [
  { value: 'equity', label: 'Equity' },
  { value: 'open', label: 'Open profit' },
] as const

/** Shows today's chart: either the account's equity or the total profit and loss of the open positions. */
export const Today = ({ account, activities }: Props) => {
  const [shown, setShown] = useState<(typeof charts)[number]['value']>('equity')
  return (
    <Tile
      title="Today"
      aside={
        <fieldset>
          <legend className="sr-only">Chart</legend>
          <Segments value={shown} onChange={setShown} options={charts} isSmall />
        </fieldset>
      }
    >
      {shown === 'equity' ? (
        <Equity account={account} activities={activities ?? []} />
      ) : (
        <OpenProfit account={account} />
      )}
    </Tile>
  )
}

type PartProps = {
  /** The figure beside the chart; null if unknown. */
  readonly figure: ReactNode
  readonly chart: ReactNode
}

const Part = ({ figure, chart }: PartProps) => (
  <div>
    <p className="flex h-7 items-baseline gap-x-3 text-sm font-medium">{figure}</p>
    <div className="h-24 sm:h-44">
      <Suspense fallback={null}>{chart}</Suspense>
    </div>
  </div>
)

const figureClass = 'text-xl font-semibold'

const Equity = ({ account, activities }: { readonly account: BrokerAccount } & Required<Props>) => {
  const { data: facts } = useQuery(accountQuery(account))
  const { today, readAt, currency } = facts ?? {}
  const equity = facts ? equityOf(facts) : null
  const [first, ...later] = (today?.readings ?? []).map(({ at, equity: value }) => ({
    at: Date.parse(at),
    value,
  }))
  if (!first || equity === null || !readAt)
    return (
      <Part
        figure={null}
        chart={<Instead>{facts ? 'IG hasn’t provided today’s figures yet.' : 'Loading'}</Instead>}
      />
    )
  const now = { at: Date.parse(readAt), value: equity }
  const fills = (activities ?? [])
    .filter(({ status }) => status === 'confirmed')
    .map((activity) => ({
      at: Date.parse(activity.date),
      what: `${dealOf(activity)}, ${activity.description}`,
    }))
  return (
    <Part
      figure={
        <>
          <span className={figureClass}>{formatMoney(equity, currency)}</span>
          <span className={gainClass(equity - first.value)}>
            {signedMoney(equity - first.value, currency)}
          </span>
        </>
      }
      chart={
        now.at > first.at ? (
          <EquityChart points={[first, ...later, now]} currency={currency} fills={fills} />
        ) : (
          <Instead>One reading so far: {formatTime(first.at)}</Instead>
        )
      }
    />
  )
}

/** A separate component, so that a poll renders only this figure again. */
const OpenProfit = ({ account }: { readonly account: BrokerAccount }) => {
  const { data, isPending } = useQuery(openPositionsQuery(account))
  const currency = useCurrency()
  if (!data)
    return <Part figure={null} chart={<Instead>{isPending ? 'Loading' : 'Not available'}</Instead>} />
  const [first, ...later] = data.series
  const { total, unknown } = resultOf(data.positions)
  return (
    <Part
      figure={
        total === null ? (
          <span className="font-normal text-muted">IG has no price right now</span>
        ) : (
          <>
            <span className={`${figureClass} ${gainClass(total)}`}>{signedMoney(total, currency)}</span>
            <span className="font-normal text-muted">
              {unknown > 0 && `excludes ${unknown} without a price`}
            </span>
          </>
        )
      }
      chart={
        first && later.length > 0 ? (
          <ProfitLossChart series={[first, ...later]} currency={currency} />
        ) : (
          <Instead>
            {first
              ? `One reading so far: ${formatTime(first.at)}. The chart follows from here.`
              : 'The chart starts when IG has a price.'}
          </Instead>
        )
      }
    />
  )
}
