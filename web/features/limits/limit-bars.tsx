import type { LimitsView } from '../../../shared/limits/limits.schema.ts'
import { limitLabels, nearShare } from '../../../shared/limits/loss-limits.ts'
import { capitalised } from '../../../shared/platform/words.ts'
import { Card } from '../../components/card.tsx'
import { formatMoney } from '../../../shared/platform/figures.ts'
import { formatTime } from '../../lib/format.ts'

type Limit = LimitsView['limits'][number]
type OpenRisk = NonNullable<LimitsView['openRisk']>

/** Where today stands: a bar for each limit, and what may be lost if every stop is hit, with its parts. */
export const LimitBars = ({ view }: { readonly view: LimitsView }) => {
  const money = (amount: number) => formatMoney(amount, view.currency)
  return (
    <Card
      title="Limits"
      description={`Checked about once a minute, most recently at ${formatTime(Date.parse(view.readAt))}. These limits don’t replace stops at IG.`}
    >
      {view.limits.length > 0 && (
        <ul className="grid gap-4 sm:grid-cols-2">
          {view.limits.map((limit) => (
            <li key={limit.key}>
              <LimitBar limit={limit} money={money} />
            </li>
          ))}
        </ul>
      )}
      {view.openRisk && <OpenRiskPart risk={view.openRisk} money={money} />}
    </Card>
  )
}

type Money = (amount: number) => string

const nameOf = ({ limit, strategy, isEstimate }: Limit) =>
  `${limitLabels[limit]}${strategy === null ? '' : ` · ${strategy}`}${isEstimate ? ' (estimate)' : ''}`

const LimitBar = ({ limit, money }: { readonly limit: Limit; readonly money: Money }) => {
  const { used, most, unit, isReached, sentence } = limit
  const written = (amount: number) => (unit === 'MONEY' ? money(amount) : String(amount))
  return (
    <div className="grid gap-1.5">
      <Meter
        name={nameOf(limit)}
        used={used}
        most={most}
        text={`${written(used)} of ${written(most)}${isReached ? ' (limit reached)' : ''}`}
        isReached={isReached}
      />
      <p className="text-xs text-muted">{capitalised(sentence)}</p>
    </div>
  )
}

type MeterProps = {
  readonly name: string
  readonly used: number
  readonly most: number
  readonly text: string
  readonly isReached: boolean
}

/** The figures are beside the bar, so that its colour and length only repeat them. */
const Meter = ({ name, used, most, text, isReached }: MeterProps) => {
  const share = most > 0 ? Math.min(1, used / most) : 1
  const tone = isReached ? 'bg-bad' : share >= nearShare ? 'bg-warn' : 'bg-accent'
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <span className="font-medium">{name}</span>
        <span className={isReached ? 'font-semibold text-bad' : ''}>{text}</span>
      </div>
      <div
        role="meter"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={most}
        aria-valuenow={Math.min(used, most)}
        aria-valuetext={text}
        className="h-2 overflow-hidden rounded-full bg-line"
      >
        <div className={`h-full rounded-full ${tone}`} style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}

const OpenRiskPart = ({
  risk: { sums, parts },
  money,
}: {
  readonly risk: OpenRisk
  readonly money: Money
}) => (
  <div className="grid gap-3 border-t border-line pt-4 first:border-t-0 first:pt-0">
    <div className="grid gap-4 sm:grid-cols-2">
      {sums.map(({ name, used, most, percent }) => (
        <Meter
          key={name ?? ''}
          name={name === null ? 'Open risk' : `Open risk · ${name}`}
          used={used}
          most={most}
          text={`${money(used)} of ${money(most)} (${percent}% of equity)`}
          isReached={used >= most}
        />
      ))}
    </div>
    {parts.length === 0 ? (
      <p className="text-xs text-muted">No open positions or orders.</p>
    ) : (
      <details className="text-sm">
        <summary className="cursor-pointer text-muted">Breakdown</summary>
        <ul className="mt-2 grid gap-1">
          {parts.map(({ marketAndSymbol, direction, hasStop, risk }, place) => (
            // Two deals may look the same.
            <li key={place} className="flex flex-wrap justify-between gap-x-3">
              <span>
                {direction} {marketAndSymbol}
                {!hasStop && <span className="text-muted"> · no stop, so its margin counts</span>}
              </span>
              <span>{risk === null ? 'unknown' : money(risk)}</span>
            </li>
          ))}
        </ul>
      </details>
    )}
  </div>
)
