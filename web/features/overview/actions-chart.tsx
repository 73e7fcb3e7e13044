import { ticks } from 'd3-array'
import type { Activity } from '../../../shared/deals/dealing.schema.ts'
import { counted } from '../../../shared/platform/figures.ts'
import { formatTime } from '../../lib/format.ts'
import { type Bin, binActions, countOf, halfHour } from './actions-by-time.ts'
import { linearScale, rounded } from '../../components/charts/linear-scale.ts'
import { ChartFrame, useChartWidth, verticalRange } from '../../components/charts/chart-frame.tsx'

const hour = 2 * halfHour
const layers = [
  { of: 'done', name: 'confirmed', fill: 'fill-accent', swatch: 'bg-accent' },
  { of: 'other', name: 'pending or other', fill: 'fill-muted/60', swatch: 'bg-muted/60' },
  { of: 'failed', name: 'rejected', fill: 'fill-bad', swatch: 'bg-bad' },
] as const

type Props = {
  readonly activities: readonly Activity[]
  /** Epoch milliseconds. */
  readonly now: number
}

/** How much was done in each half hour, and how much of it the broker refused. */
export const ActionsChart = ({ activities, now }: Props) => {
  const bins = binActions(activities, now)
  const first = bins[0]?.from ?? now
  const highest = Math.max(4, ...bins.map(countOf))
  const counts = rounded([0, highest], 4)
  const y = linearScale(counts, verticalRange)
  const rows = ticks(...counts, 4)
    .filter(Number.isInteger)
    .map((count) => ({ value: count, label: String(count) }))
  const size = useChartWidth(rows)
  const x = linearScale([first, first + bins.length * halfHour], size.horizontalRange)
  return (
    <>
      <ul aria-hidden className="flex h-9 flex-wrap items-center gap-x-4 text-xs text-muted">
        {layers.map(({ name, swatch }) => (
          <li key={name} className="flex items-center gap-1.5">
            <span className={`size-2.5 rounded-sm ${swatch}`} />
            {name}
          </li>
        ))}
      </ul>
      <ChartFrame
        {...size}
        summary={summaryOf(bins)}
        y={y}
        rows={rows}
        columns={bins
          .filter(({ from }) => from % (2 * hour) === 0)
          .map(({ from }) => ({ at: x(from), label: formatTime(from) }))}
      >
        {bins.flatMap((bin) => {
          let below = 0
          return layers.map(({ of, name, fill }) => {
            const from = below
            below += bin[of]
            return (
              bin[of] > 0 && (
                <rect
                  key={`${bin.from} ${of}`}
                  x={x(bin.from) + 2}
                  width={x(bin.from + halfHour) - x(bin.from) - 4}
                  y={y(below)}
                  height={y(from) - y(below)}
                  rx={1.5}
                  className={fill}
                >
                  <title>{`${bin[of]} ${name}, ${formatTime(bin.from)}`}</title>
                </rect>
              )
            )
          })
        })}
      </ChartFrame>
    </>
  )
}

const summaryOf = (bins: readonly Bin[]): string => {
  const sum = (of: (typeof layers)[number]['of']) => bins.reduce((all, bin) => all + bin[of], 0)
  const busiest = bins.toSorted((one, other) => countOf(other) - countOf(one))[0]
  if (!busiest || countOf(busiest) === 0) return 'No actions in the last 6 hours.'
  const parts = layers.map(({ of, name }) => `${sum(of)} ${name}`).join(', ')
  return `Actions in the last 6 hours by half hour: ${parts}. Busiest half hour: ${formatTime(busiest.from)} to ${formatTime(busiest.from + halfHour)}, with ${counted(countOf(busiest), 'action')}.`
}
