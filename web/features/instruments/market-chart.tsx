import type { SidedBar } from '../../../shared/journal/price-bars.schema.ts'
import { TimeChart, type TimePoint } from '../../components/charts/time-chart.tsx'
import { formatNumber } from '../../../shared/platform/figures.ts'

/** Returns the mid price, without binary rounding errors. */
const middleOf = ({ at, bid, ask }: SidedBar): TimePoint => ({
  at,
  value: Number(((bid.close + ask.close) / 2).toPrecision(10)),
})

type Props = {
  /** The bars, oldest first. */
  readonly bars: readonly [SidedBar, ...SidedBar[]]
}

/** Draws the mid price at the end of each bar. */
export const MarketChart = ({ bars: [bar, ...others] }: Props) => {
  const [first, ...later] = [middleOf(bar), ...others.map(middleOf)] as const
  const last = later.at(-1) ?? first
  const prices = [first, ...later].map(({ value }) => value)
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  return (
    <TimeChart
      points={[first, ...later]}
      range={low === high ? [low - 1, high + 1] : [low, high]}
      format={formatNumber}
      summary={`From ${formatNumber(first.value)} to ${formatNumber(last.value)}, between ${formatNumber(low)} and ${formatNumber(high)}.`}
      tone="accent"
    />
  )
}
