import { TimeChart, type TimePoint } from '../../components/charts/time-chart.tsx'
import { counted, type Currency, formatMoney } from '../../../shared/platform/figures.ts'
import { formatTime } from '../../lib/format.ts'

type Props = {
  /** The account's equity over time, oldest first. */
  readonly points: readonly [TimePoint, ...TimePoint[]]
  readonly currency: Currency
  /** The deals at IG to mark, each with its time and a description. */
  readonly fills: readonly { readonly at: number; readonly what: string }[]
}

/** Draws the account's equity today and marks the deals at IG. */
export const EquityChart = ({ points, currency, fills }: Props) => {
  const [first] = points
  const last = points.at(-1) ?? first
  const worth = points.map(({ value }) => value)
  const [low, high] = [Math.min(...worth), Math.max(...worth)]
  const room = low === high ? Math.max(1, Math.abs(low) * 0.001) : 0
  const money = (value: number) => formatMoney(value, currency)
  const worthAt = (at: number) => (points.findLast((point) => point.at <= at) ?? first).value
  const shown = fills.filter(({ at }) => at >= first.at && at <= last.at)
  return (
    <TimeChart
      fillsPlace
      points={points}
      range={[low - room, high + room]}
      format={money}
      summary={`Equity since ${formatTime(first.at)}: ${money(first.value)} then, ${money(last.value)} now, with ${counted(shown.length, 'deal')} marked.`}
      tone={last.value < first.value ? 'bad' : 'good'}
      shadedTo="bottom"
      isStepped
    >
      {(x, y) =>
        shown.map(({ at, what }) => (
          <circle
            key={`${at} ${what}`}
            cx={x(at)}
            cy={y(worthAt(at))}
            r={5}
            strokeWidth={2}
            className="fill-panel stroke-accent"
          >
            <title>{`${formatTime(at)}: ${what}, equity ${money(worthAt(at))}`}</title>
          </circle>
        ))
      }
    </TimeChart>
  )
}
