import { TimeChart, type TimePoint } from '../../components/charts/time-chart.tsx'
import { type Currency, formatMoney } from '../../../shared/platform/figures.ts'
import { formatTime } from '../../lib/format.ts'
import type { ProfitLoss } from './profit-loss.ts'

type Props = {
  /** The samples to draw, at least one. */
  readonly series: readonly [ProfitLoss, ...ProfitLoss[]]
  readonly currency: Currency
}

const pointOf = ({ at, total }: ProfitLoss): TimePoint => ({ at, value: total })

/** Draws the profit and loss of open positions since the dashboard was opened. */
export const ProfitLossChart = ({ series, currency }: Props) => {
  const money = (value: number) => formatMoney(value, currency)
  const [first, ...later] = series
  const last = later.at(-1) ?? first
  const totals = series.map(({ total }) => total)
  const low = Math.min(0, ...totals)
  const high = Math.max(0, ...totals)
  const isFlat = low === high
  return (
    <TimeChart
      fillsPlace
      points={[pointOf(first), ...later.map(pointOf)]}
      range={isFlat ? [-1, 1] : [low, high]}
      {...(isFlat ? { labelled: [0] } : {})}
      format={money}
      summary={`Profit and loss of the open positions since ${formatTime(first.at)}: ${money(last.total)} now, between ${money(Math.min(...totals))} and ${money(Math.max(...totals))}.`}
      tone={last.total < 0 ? 'bad' : 'good'}
      shadedTo={0}
    />
  )
}
