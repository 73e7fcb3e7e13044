import { ticks } from 'd3-array'
import type { ReactNode } from 'react'
import { formatTime } from '../../lib/format.ts'
import { ChartFrame, useChartWidth } from './chart-frame.tsx'
import { type LinearScale, linearScale, rounded } from './linear-scale.ts'

/** A point of a chart. `at` is in epoch milliseconds. */
export type TimePoint = { readonly at: number; readonly value: number }

type Props = {
  /** At least one point, earliest first. */
  readonly points: readonly [TimePoint, ...TimePoint[]]
  /** The lowest and the highest value that the chart must show. */
  readonly range: readonly [number, number]
  /** The values with a label. Default: round values within the range. */
  readonly labelled?: readonly number[]
  readonly format: (value: number) => string
  readonly summary: string
  readonly tone: keyof typeof tones
  /** Shades the area between the line and this value or the bottom, and ends the line with a dot. */
  readonly shadedTo?: number | 'bottom'
  /** Whether a value applies until the next value, because nothing is known in between. */
  readonly isStepped?: boolean
  /** Whether the chart is as high as its container. */
  readonly fillsPlace?: boolean
  readonly children?: (x: LinearScale, y: LinearScale) => ReactNode
}

const tones = {
  accent: { stroke: 'stroke-accent', fill: 'fill-accent' },
  good: { stroke: 'stroke-good', fill: 'fill-good' },
  bad: { stroke: 'stroke-bad', fill: 'fill-bad' },
} as const

/** Minimum length of the axis in milliseconds, for a series that has just begun. */
const fewMinutes = 5 * 60_000

/** A chart below this height in pixels shows only every other row label. */
const lowHeight = 120

export const TimeChart = (props: Props) => {
  const {
    points,
    range,
    labelled,
    format,
    summary,
    shadedTo,
    isStepped = false,
    fillsPlace,
    children,
  } = props
  const tone = tones[props.tone]
  const [first] = points
  const last = points.at(-1) ?? first
  const until = Math.max(last.at, first.at + fewMinutes)
  const values = rounded(range, 4)
  const rows = (labelled ?? ticks(...values, 4)).map((value) => ({ value, label: format(value) }))
  const size = useChartWidth(rows, fillsPlace)
  const { verticalRange, height } = size
  const y = linearScale(values, verticalRange)
  const x = linearScale([first.at, until], size.horizontalRange)
  const line = points.flatMap(({ at, value }, place) => {
    const before = isStepped ? points[place - 1] : undefined
    return [...(before ? [[x(at), y(before.value)]] : []), [x(at), y(value)]]
  })
  const shadedEnd = shadedTo === undefined || shadedTo === 'bottom' ? verticalRange[0] : y(shadedTo)
  return (
    <ChartFrame
      {...size}
      summary={summary}
      y={y}
      // A low chart has no room for all labels.
      rows={height < lowHeight ? rows.filter((_, place) => place % 2 === 0) : rows}
      columns={[
        { at: x(first.at), label: formatTime(first.at), anchor: 'start' },
        { at: x(until), label: formatTime(until), anchor: 'end' },
      ]}
    >
      {shadedTo !== undefined && (
        <polygon
          points={[[x(first.at), shadedEnd], ...line, [x(last.at), shadedEnd]].join(' ')}
          className={`${tone.fill} opacity-15`}
        />
      )}
      <polyline points={line.join(' ')} fill="none" strokeWidth={1.75} className={tone.stroke} />
      {shadedTo !== undefined && <circle cx={x(last.at)} cy={y(last.value)} r={3} className={tone.fill} />}
      {children?.(x, y)}
    </ChartFrame>
  )
}
