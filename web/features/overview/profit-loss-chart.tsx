import { ticks } from 'd3-array'
import { area, line } from 'd3-shape'
import { formatMoney, formatTime } from '../../lib/format.ts'
import { ChartFrame, useChartWidth, verticalRange } from '../../components/charts/chart-frame.tsx'
import { linearScale, rounded } from '../../components/charts/linear-scale.ts'
import type { ProfitLoss } from './profit-loss.ts'

const fewMinutes = 5 * 60_000

type Props = {
  /** One sample at least. */
  readonly series: readonly [ProfitLoss, ...ProfitLoss[]]
}

/** The open positions' profit and loss since the dashboard was opened. */
export const ProfitLossChart = ({ series }: Props) => {
  const [first] = series
  const last = series.at(-1) ?? first
  const totals = series.map(({ total }) => total)
  const low = Math.min(0, ...totals)
  const high = Math.max(0, ...totals)
  const until = Math.max(last.at, first.at + fewMinutes)
  const money = rounded(low === high ? [-1, 1] : [low, high], 4)
  const y = linearScale(money, verticalRange)
  const rows = (low === high ? [0] : ticks(...money, 4)).map((value) => ({
    value,
    label: formatMoney(value),
  }))
  const size = useChartWidth(rows)
  const x = linearScale([first.at, until], size.horizontalRange)
  const across = ({ at }: ProfitLoss) => x(at)
  const up = ({ total }: ProfitLoss) => y(total)
  const tone =
    last.total < 0 ? { stroke: 'stroke-bad', fill: 'fill-bad' } : { stroke: 'stroke-good', fill: 'fill-good' }
  return (
    <ChartFrame
      {...size}
      summary={`Profit and loss of the open positions since ${formatTime(first.at)}: ${formatMoney(last.total)} now, between ${formatMoney(Math.min(...totals))} and ${formatMoney(Math.max(...totals))}.`}
      y={y}
      rows={rows}
      columns={[
        { at: x(first.at), label: formatTime(first.at), anchor: 'start' },
        { at: x(until), label: formatTime(until), anchor: 'end' },
      ]}
    >
      <path d={area(across, y(0), up)([...series]) ?? ''} className={`${tone.fill} opacity-15`} />
      <path d={line(across, up)([...series]) ?? ''} fill="none" strokeWidth={1.75} className={tone.stroke} />
      <circle cx={x(last.at)} cy={y(last.total)} r={3} className={tone.fill} />
    </ChartFrame>
  )
}
