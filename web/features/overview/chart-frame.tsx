import type { ReactNode } from 'react'

export const chart = { width: 480, height: 160, left: 44, right: 8, top: 8, bottom: 22 } as const

type Tick = { readonly at: number; readonly label: string }
type Props = {
  /** The whole chart in words. */
  readonly summary: string
  /** Places in the chart's own units. */
  readonly rows: readonly Tick[]
  readonly columns: readonly Tick[]
  readonly children: ReactNode
}

/** Axes of a small chart. What it shows is said in words, too. */
export const ChartFrame = ({ summary, rows, columns, children }: Props) => (
  <svg
    role="img"
    aria-label={summary}
    viewBox={`0 0 ${chart.width} ${chart.height}`}
    className="h-auto w-full text-[11px] tabular-nums"
  >
    {rows.map(({ at, label }) => (
      <g key={label}>
        <line x1={chart.left} x2={chart.width - chart.right} y1={at} y2={at} className="stroke-line" />
        <text x={chart.left - 6} y={at} dy="0.32em" textAnchor="end" className="fill-muted">
          {label}
        </text>
      </g>
    ))}
    {columns.map(({ at, label }) => (
      <text key={at} x={at} y={chart.height - 6} textAnchor="middle" className="fill-muted">
        {label}
      </text>
    ))}
    {children}
  </svg>
)
