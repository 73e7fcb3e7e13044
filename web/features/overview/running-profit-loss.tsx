import { useQuery } from '@tanstack/react-query'
import { Card } from '../../components/card.tsx'
import { gainLook } from '../../lib/gain-class.ts'
import { formatMoney } from '../../../shared/platform/figures.ts'
import type { BrokerAccount } from '../../lib/use-broker.ts'
import { ProfitLossChart } from './lazy-charts.tsx'
import { openPositionsQuery } from './queries.ts'

/** Renders at each poll, so it is alone. */
export const RunningProfitLoss = ({ account }: { readonly account: BrokerAccount }) => {
  const { data, isPending } = useQuery(openPositionsQuery(account))
  const [first, ...later] = data?.series ?? []
  const now = later.at(-1) ?? first
  return (
    <Card
      title="Running profit and loss"
      description="All open positions combined. The chart starts when you open the dashboard."
    >
      {first && now ? (
        <>
          <div className="flex min-h-9 flex-wrap items-baseline gap-x-2">
            <p
              className={`text-figure font-semibold tracking-tight whitespace-nowrap ${gainLook(now.total)}`}
            >
              {now.total > 0 && '+'}
              {formatMoney(now.total)}
            </p>
            {now.unknown > 0 && (
              <span className="text-sm text-muted">excludes {now.unknown} without a price</span>
            )}
          </div>
          <ProfitLossChart series={[first, ...later]} />
        </>
      ) : (
        <p role="status" className="grid h-[12.875rem] place-items-center text-sm text-muted">
          {isPending ? 'Loading' : 'Not available'}
        </p>
      )}
    </Card>
  )
}
