import { ticks } from 'd3-array'
import { useId, useState } from 'react'
import type { Journal } from '../../../shared/journal/journal.schema.ts'
import { ChartFrame, useChartWidth, verticalRange } from '../../components/charts/chart-frame.tsx'
import { linearScale, rounded } from '../../components/charts/linear-scale.ts'
import { Term } from '../../components/term.tsx'
import { Card } from '../../components/card.tsx'
import { type Currency, formatMoney, signedMoney } from '../../../shared/platform/figures.ts'
import { formatDate } from '../../lib/format.ts'
import { percentWords } from '../../lib/journal-words.ts'

type Point = { readonly day: string; readonly equity: number; readonly peak: number }

/** Returns the equity at the start of the first of these days, without the transfers since the journal's start. */
const baseOf = ({ days, base }: Journal, [first]: Journal['days']): number =>
  days.reduce((sum, { day, net }) => (first && day < first.day ? sum + net : sum), base)

const pointsOf = (days: Journal['days'], base: number): readonly Point[] => {
  let equity = base
  let peak = base
  return days.map(({ day, net }) => {
    equity += net
    peak = Math.max(peak, equity)
    return { day, equity, peak }
  })
}

type Props = {
  readonly journal: Journal
  /** The journal's days within the selected period. */
  readonly days: Journal['days']
  readonly currency: Currency
}

/** Draws the balance day by day, without deposits and withdrawals, and the drawdown from its peak. */
export const EquityCurve = (props: Props) => {
  const { journal, days } = props
  const base = baseOf(journal, days)
  const points = pointsOf(days, base)
  const first = points[0]
  return (
    <Card
      title="Equity curve"
      description={
        <>
          Balance without deposits and withdrawals, by day; below it,{' '}
          <Term name="Drawdown">how far it was under its peak</Term>
        </>
      }
      className="xl:col-span-8"
    >
      {first ? (
        <Curve key={first.day} {...props} points={points} first={first} base={base} />
      ) : (
        <p className="text-sm text-muted">
          {journal.days.length > 0
            ? 'Nothing was booked in these days.'
            : 'The curve starts with your first closed trade.'}
        </p>
      )}
    </Card>
  )
}

type CurveProps = Props & {
  readonly points: readonly Point[]
  readonly first: Point
  readonly base: number
}

const Curve = ({ points, first, base, journal, days, currency }: CurveProps) => {
  const id = useId()
  const [chosen, setChosen] = useState<number | null>(null)
  const last = points.at(-1) ?? first
  const shown = points[chosen ?? points.length - 1] ?? last
  const values = points.flatMap(({ equity, peak }) => [equity, peak])
  const [low, high] = [Math.min(base, ...values), Math.max(base, ...values)]
  const money = rounded(low === high ? [low - 1, high + 1] : [low, high], 4)
  const y = linearScale(money, verticalRange)
  const rows = ticks(...money, 4).map((value) => ({ value, label: formatMoney(value, currency) }))
  const size = useChartWidth(rows)
  const at = ({ day }: Point) => Date.parse(day)
  // A single day would be only a dot. Its curve therefore begins with the balance at the start of that day.
  const isOneDay = points.length === 1
  const from = isOneDay ? at(first) - 86_400_000 : at(first)
  const x = linearScale([from, at(last)], size.horizontalRange)
  const across = (point: Point) => x(at(point))
  const line = points.map((point) => [across(point), y(point.equity)])
  if (isOneDay) line.unshift([x(from), y(base)])
  const summary = summaryOf(journal, last, base, currency)
  return (
    <figure className="grid gap-3" aria-labelledby={`${id}-words`}>
      <ChartFrame
        {...size}
        summary={summary}
        y={y}
        rows={rows}
        columns={[
          { at: x(from), label: formatDate(first.day), anchor: 'start' },
          ...(isOneDay ? [] : [{ at: across(last), label: formatDate(last.day), anchor: 'end' as const }]),
        ]}
      >
        <polyline points={line.join(' ')} fill="none" strokeWidth={1.75} className="stroke-accent" />
        <circle cx={across(shown)} cy={y(shown.equity)} r={3.5} className="fill-accent" />
      </ChartFrame>
      <Drawdown points={points} size={size} across={across} currency={currency} />
      <label className="grid gap-1 text-xs text-muted">
        <span>
          {formatDate(shown.day)}: {formatMoney(shown.equity, currency)}
          {shown.peak > shown.equity &&
            `, ${formatMoney(shown.peak - shown.equity, currency)} below the peak`}
        </span>
        <input
          type="range"
          aria-label="Day on the curve"
          min={0}
          max={points.length - 1}
          value={chosen ?? points.length - 1}
          aria-valuetext={`${formatDate(shown.day)}: ${formatMoney(shown.equity, currency)}`}
          onChange={(event) => setChosen(Number(event.target.value))}
          className="accent-accent"
        />
      </label>
      <figcaption id={`${id}-words`} className="text-sm text-muted">
        {summary}
      </figcaption>
      <details className="text-sm">
        <summary className="cursor-pointer font-medium">Show the days as a table</summary>
        <DayTable days={days} points={points} currency={currency} />
      </details>
    </figure>
  )
}

type DrawdownProps = Pick<CurveProps, 'points' | 'currency'> & {
  readonly size: Pick<ReturnType<typeof useChartWidth>, 'width' | 'horizontalRange'>
  /** Returns a point's distance from the left in pixels. */
  readonly across: (point: Point) => number
}

/** The height of the drawdown chart in pixels. */
const drawdownHeight = 56

/** Draws how far each day's equity was below its peak, under the curve's own days. */
const Drawdown = ({ points, size: { width, horizontalRange }, across, currency }: DrawdownProps) => {
  const [left, right] = horizontalRange
  const deepest = Math.max(...points.map(({ equity, peak }) => peak - equity))
  const falls = points.map((point) => [
    across(point),
    deepest > 0 ? (drawdownHeight * (point.peak - point.equity)) / deepest : 0,
  ])
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${drawdownHeight}`}
      width={width}
      height={drawdownHeight}
      className="max-w-full text-[11px] tabular-nums"
    >
      <polygon points={[[left, 0], ...falls, [right, 0]].join(' ')} className="fill-bad/20 stroke-bad" />
      <text x={left - 6} y={drawdownHeight - 2} textAnchor="end" className="fill-muted">
        {formatMoney(-deepest, currency)}
      </text>
    </svg>
  )
}

const summaryOf = ({ falls }: Journal, { equity }: Point, base: number, currency: Currency) => {
  const fall = falls
    ? ` Its largest fall was ${formatMoney(falls.inMoney.money, currency)} (${percentWords(falls.inMoney.share)}), reaching its low on ${formatDate(falls.inMoney.to)}${falls.inShare.to === falls.inMoney.to ? '' : `; in percentage terms it was ${percentWords(falls.inShare.share)}, reaching its low on ${formatDate(falls.inShare.to)}`}.`
    : ' The balance never fell.'
  return `From ${formatMoney(base, currency)} to ${formatMoney(equity, currency)}: ${signedMoney(equity - base, currency)}.${fall}`
}

const DayTable = ({ days, points, currency }: Pick<CurveProps, 'days' | 'points' | 'currency'>) => (
  <div role="region" aria-label="Days" tabIndex={0} className="mt-2 max-h-64 overflow-auto">
    <table className="w-full text-right tabular-nums">
      <thead className="text-xs text-muted">
        <tr>
          <th className="py-1 text-left font-medium">Day</th>
          <th className="pl-4 font-medium">Result</th>
          <th className="pl-4 font-medium">Of which charges</th>
          <th className="pl-4 font-medium">Transfers</th>
          <th className="pl-4 font-medium">Equity</th>
        </tr>
      </thead>
      <tbody>
        {days
          .map((day, place) => (
            <tr key={day.day} className="border-t border-line">
              <th className="py-1 text-left font-normal whitespace-nowrap">{formatDate(day.day)}</th>
              <td className="pl-4 whitespace-nowrap">{signedMoney(day.net, currency)}</td>
              <td className="pl-4 whitespace-nowrap">{formatMoney(day.charges, currency)}</td>
              <td className="pl-4 whitespace-nowrap">{formatMoney(day.transfers, currency)}</td>
              <td className="pl-4 whitespace-nowrap">{formatMoney(points[place]?.equity ?? 0, currency)}</td>
            </tr>
          ))
          .toReversed()}
      </tbody>
    </table>
  </div>
)
