import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import { formatMoney, formatTime } from '../../lib/format.ts'
import { chart, ChartFrame } from './chart-frame.tsx'
import type { ProfitLoss } from './profit-loss.ts'

const fewMinutes = 5 * 60_000

/** The open positions' profit and loss since the dashboard was opened. */
export const ProfitLossChart = ({ series }: { readonly series: readonly ProfitLoss[] }) => {
  const first = series[0]
  const last = series.at(-1)
  if (!first || !last) return null
  const totals = series.map(({ total }) => total)
  const [low, high] = [Math.min(0, ...totals), Math.max(0, ...totals)]
  const until = Math.max(last.at, first.at + fewMinutes)
  const x = scaleLinear([first.at, until], [chart.left, chart.width - chart.right])
  const y = scaleLinear(low === high ? [-1, 1] : [low, high], [chart.height - chart.bottom, chart.top]).nice(
    4,
  )
  const at = ({ at }: ProfitLoss) => x(at)
  const total = ({ total }: ProfitLoss) => y(total)
  const tone =
    last.total < 0 ? { stroke: 'stroke-bad', fill: 'fill-bad' } : { stroke: 'stroke-good', fill: 'fill-good' }
  return (
    <ChartFrame
      summary={`Profit and loss of the open positions since ${formatTime(first.at)}: ${formatMoney(last.total)} now, between ${formatMoney(Math.min(...totals))} and ${formatMoney(Math.max(...totals))}.`}
      rows={y.ticks(4).map((money) => ({ at: y(money), label: y.tickFormat(4, '~s')(money) }))}
      columns={[first.at, (first.at + until) / 2, until].map((time, index) => ({
        at: x(time) + [16, 0, -16][index]!,
        label: formatTime(time),
      }))}
    >
      <line
        x1={chart.left}
        x2={chart.width - chart.right}
        y1={y(0)}
        y2={y(0)}
        className="stroke-muted/60"
        strokeDasharray="3 3"
      />
      <path d={area(at, y(0), total)([...series]) ?? ''} className={`${tone.fill} opacity-15`} />
      <path d={line(at, total)([...series]) ?? ''} fill="none" strokeWidth={1.75} className={tone.stroke} />
      <circle cx={x(last.at)} cy={y(last.total)} r={3} className={tone.fill} />
    </ChartFrame>
  )
}
