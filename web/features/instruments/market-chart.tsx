import { ticks } from 'd3-array'
import { line } from 'd3-shape'
import type { SidedBar } from '../../../shared/journal/price-bars.ts'
import { ChartFrame, useChartWidth, verticalRange } from '../../components/charts/chart-frame.tsx'
import { linearScale, rounded } from '../../components/charts/linear-scale.ts'
import { formatNumber, formatTime } from '../../lib/format.ts'

/** Between bid and offer, without digits that a sum in binary adds. */
const middleOf = ({ bid, ask }: SidedBar) => Number(((bid.close + ask.close) / 2).toPrecision(10))

/** The middle price at the end of each bar. */
export const MarketChart = ({ bars }: { readonly bars: readonly SidedBar[] }) => {
  const points = bars.map((bar) => ({ at: bar.at, price: middleOf(bar) }))
  const prices = points.map(({ price }) => price)
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const [first, last] = [points[0], points.at(-1)]
  const range = rounded(low === high ? [low - 1, high + 1] : [low, high], 4)
  const y = linearScale(range, verticalRange)
  const rows = ticks(...range, 4).map((value) => ({ value, label: formatNumber(value) }))
  const size = useChartWidth(rows)
  if (!first || !last) return null
  const x = linearScale([first.at, Math.max(last.at, first.at + 1)], size.horizontalRange)
  return (
    <ChartFrame
      {...size}
      summary={`From ${formatNumber(first.price)} to ${formatNumber(last.price)}, between ${formatNumber(low)} and ${formatNumber(high)}.`}
      y={y}
      rows={rows}
      columns={[
        { at: x(first.at), label: formatTime(first.at), anchor: 'start' },
        { at: x(last.at), label: formatTime(last.at), anchor: 'end' },
      ]}
    >
      <path
        d={
          line<(typeof points)[number]>(
            ({ at }) => x(at),
            ({ price }) => y(price),
          )(points) ?? ''
        }
        fill="none"
        strokeWidth={1.75}
        className="stroke-accent"
      />
    </ChartFrame>
  )
}
