import { ticks } from 'd3-array'
import { area, curveStepAfter, line } from 'd3-shape'
import { ChartFrame, useChartWidth, verticalRange } from '../../components/charts/chart-frame.tsx'
import { linearScale, rounded } from '../../components/charts/linear-scale.ts'
import { formatMoney, formatTime } from '../../lib/format.ts'

/** What the account was worth; `at` in epoch milliseconds. */
export type EquityPoint = { readonly at: number; readonly equity: number }

/** The axis is never shorter, in milliseconds: a day has just begun. */
const fewMinutes = 5 * 60_000

type Props = {
  /** Two at least, the earliest first. */
  readonly points: readonly [EquityPoint, ...EquityPoint[]]
  readonly currency: string
  /** When something was done at IG. */
  readonly fills: readonly { readonly at: number; readonly what: string }[]
}

/** The account's worth through the day, with what was done at IG marked on it. */
export const EquityChart = ({ points, currency, fills }: Props) => {
  const [first] = points
  const last = points.at(-1) ?? first
  const worth = points.map(({ equity }) => equity)
  const [low, high] = [Math.min(...worth), Math.max(...worth)]
  const room = low === high ? Math.max(1, Math.abs(low) * 0.001) : 0
  const money = rounded([low - room, high + room], 4)
  const y = linearScale(money, verticalRange)
  const rows = ticks(...money, 4).map((value) => ({ value, label: formatMoney(value, currency) }))
  const size = useChartWidth(rows)
  const until = Math.max(last.at, first.at + fewMinutes)
  const x = linearScale([first.at, until], size.horizontalRange)
  const across = ({ at }: EquityPoint) => x(at)
  const up = ({ equity }: EquityPoint) => y(equity)
  const isLoss = last.equity < first.equity
  const tone = isLoss
    ? { stroke: 'stroke-bad', fill: 'fill-bad' }
    : { stroke: 'stroke-good', fill: 'fill-good' }
  const worthAt = (at: number) => (points.findLast((point) => point.at <= at) ?? first).equity
  const shown = fills.filter(({ at }) => at >= first.at && at <= last.at)
  return (
    <ChartFrame
      {...size}
      summary={`Equity since ${formatTime(first.at)}: ${formatMoney(first.equity, currency)} then, ${formatMoney(last.equity, currency)} now, with ${shown.length} marks.`}
      y={y}
      rows={rows}
      columns={[
        { at: x(first.at), label: formatTime(first.at), anchor: 'start' },
        { at: x(until), label: formatTime(until), anchor: 'end' },
      ]}
    >
      <path
        d={area(across, verticalRange[0], up).curve(curveStepAfter)([...points]) ?? ''}
        className={`${tone.fill} opacity-10`}
      />
      <path
        d={line(across, up).curve(curveStepAfter)([...points]) ?? ''}
        fill="none"
        strokeWidth={1.75}
        className={tone.stroke}
      />
      <circle cx={x(last.at)} cy={y(last.equity)} r={3} className={tone.fill} />
      {shown.map(({ at, what }) => (
        <circle
          key={`${at} ${what}`}
          cx={x(at)}
          cy={y(worthAt(at))}
          r={4}
          strokeWidth={2}
          className="fill-panel stroke-accent"
        >
          <title>{`${formatTime(at)}: ${what}`}</title>
        </circle>
      ))}
    </ChartFrame>
  )
}
