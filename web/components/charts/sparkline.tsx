import { linearScale } from './linear-scale.ts'
import type { TimePoint } from './time-chart.tsx'

type Props = {
  /** At least two points, earliest first. */
  readonly points: readonly TimePoint[]
  /** Horizontal lines, each with its colour. */
  readonly levels: readonly { readonly value: number; readonly colour: string }[]
  readonly summary: string
}

/** The size of the drawing in its own units. The drawing is stretched to its container. */
const [width, height, margin] = [100, 32, 2]

/**
 * A line without axes that fits into a table cell. Its levels are drawn as a background, which saves two elements per
 * row.
 */
export const Sparkline = ({ points, levels, summary }: Props) => {
  const values = [...points, ...levels].map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = linearScale([points[0]?.at ?? 0, points.at(-1)?.at ?? 1], [0, width])
  const y = linearScale(low === high ? [low - 1, high + 1] : [low, high], [height - margin, margin])
  const across = levels.map(
    ({ value, colour }) =>
      `repeating-linear-gradient(to right, ${colour} 0 3px, transparent 3px 6px) no-repeat 0 ${(y(value) / height) * 100}% / 100% 1px`,
  )
  return (
    <svg
      role="img"
      aria-label={summary}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      style={{ background: across.join(', ') }}
      className="h-8 w-full"
    >
      <polyline
        points={points.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ')}
        fill="none"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
        className="stroke-accent"
      />
    </svg>
  )
}
