import { type ReactNode, type RefObject, useRef } from 'react'
import { useResizeObserver } from 'usehooks-ts'
import type { LinearScale } from './linear-scale.ts'

/** Height in pixels. A chart with `fillsPlace` uses its container's height instead. */
const usualHeight = 170
const margin = { right: 8, top: 8, bottom: 24 } as const
const least = 44
/** Width in pixels of the widest digit of an axis label, and of the space around the label. */
const digit = 6.3
const labelGap = 6

/** The range from bottom to top, in pixels from the top. */
const verticalOf = (height: number) => [height - margin.bottom, margin.top] as const
export const verticalRange = verticalOf(usualHeight)

/** A horizontal grid line with its label. */
export type Row = { readonly value: number; readonly label: string }

/**
 * Measures the chart's container, so that text keeps its size on every screen. The space for row labels is as wide as
 * the longest label.
 */
export const useChartWidth = (rows: readonly Row[], fillsPlace = false) => {
  const frame = useRef<HTMLDivElement>(null)
  const { width = 480, height: found = usualHeight } = useResizeObserver({
    ref: frame as RefObject<HTMLDivElement>,
  })
  const height = fillsPlace ? found : usualHeight
  const left = Math.max(least, 2 * labelGap + digit * Math.max(0, ...rows.map(({ label }) => label.length)))
  return {
    frame,
    width,
    height,
    verticalRange: verticalOf(height),
    horizontalRange: [left, Math.max(left + 1, width - margin.right)] as const,
  }
}

type Props = {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly width: number
  readonly height: number
  readonly horizontalRange: readonly [number, number]
  readonly summary: string
  readonly y: LinearScale
  readonly rows: readonly Row[]
  readonly columns: readonly {
    readonly at: number
    readonly label: string
    readonly anchor?: 'start' | 'middle' | 'end'
  }[]
  readonly children: ReactNode
}

/** Draws the axes of a small chart around `children`. The text `summary` describes the chart for screen readers. */
export const ChartFrame = ({
  frame,
  width,
  height,
  horizontalRange: [left, right],
  summary,
  y,
  rows,
  columns,
  children,
}: Props) => (
  <div ref={frame} className="h-full min-w-0">
    <svg
      role="img"
      aria-label={summary}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className="max-w-full text-[11px] tabular-nums"
    >
      {rows.map(({ value, label }) => (
        <g key={value}>
          <line x1={left} x2={right} y1={y(value)} y2={y(value)} className="stroke-line" />
          <text x={left - labelGap} y={y(value)} dy="0.32em" textAnchor="end" className="fill-muted">
            {label}
          </text>
        </g>
      ))}
      {columns.map(({ at, label, anchor = 'middle' }) => (
        <text key={at} x={at} y={height - 6} textAnchor={anchor} className="fill-muted">
          {label}
        </text>
      ))}
      {children}
    </svg>
  </div>
)
