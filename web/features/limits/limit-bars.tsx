import { Link } from '@tanstack/react-router'
import type { LimitsView } from '../../../shared/limits/limits.schema.ts'
import { limitLabels, nearShare } from '../../../shared/limits/loss-limits.ts'
import { formatMoney } from '../../../shared/platform/figures.ts'
import { capitalised } from '../../../shared/platform/words.ts'

type Limit = LimitsView['limits'][number]

const nameOf = ({ limit, strategy, isEstimate }: Limit) =>
  `${limitLabels[limit]}${strategy === null ? '' : ` · ${strategy}`}${isEstimate ? ' (estimate)' : ''}`

/** Shows how much of each limit is used today, the total loss if every stop is hit, and each position's share of it. */
export const LimitBars = ({ view: { limits, openRisk, currency } }: { readonly view: LimitsView }) => {
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <>
      <ul className="grid grid-cols-2 gap-x-4 sm:grid-cols-1">
        {limits.map((limit) => {
          const { unit, isReached, sentence } = limit
          const written = unit === 'MONEY' ? money : String
          return (
            <LimitLine
              key={limit.key}
              name={nameOf(limit)}
              used={limit.used}
              most={limit.most}
              text={`${written(limit.used)} of ${written(limit.most)}`}
              words={`${capitalised(sentence)}${isReached ? ' (limit reached)' : ''}`}
              isReached={isReached}
              to={
                limit.strategy === null
                  ? { to: '/dashboard/settings', search: { focus: limit.limit } }
                  : { to: '/dashboard/strategies' }
              }
            />
          )
        })}
        {openRisk?.sums.map(({ name, used, most, percent }) => (
          <LimitLine
            key={name ?? ''}
            name={name === null ? 'Open risk' : `Open risk · ${name}`}
            used={used}
            most={most}
            text={`${money(used)} of ${money(most)}`}
            words={`${money(used)} of ${money(most)} (${percent}% of equity)`}
            isReached={used >= most}
            to={{ to: '/dashboard/settings', search: { focus: 'openRisk' } }}
          />
        ))}
      </ul>
      {openRisk && openRisk.parts.length > 0 && (
        <details className="text-xs">
          <summary className="cursor-pointer py-1 text-muted">Open risk by position</summary>
          <ul className="grid gap-1">
            {openRisk.parts.map(({ marketAndSymbol, direction, hasStop, risk }, place) => (
              // Two deals may be identical, so the index is the key.
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
    </>
  )
}

type LineProps = {
  readonly name: string
  readonly used: number
  readonly most: number
  readonly text: string
  /** The complete sentence, shown as a tooltip. */
  readonly words: string
  readonly isReached: boolean
  readonly to:
    | { readonly to: '/dashboard/settings'; readonly search: { readonly focus: string } }
    | { readonly to: '/dashboard/strategies' }
}

/** Shows a limit as figures and a bar. The bar's colour and length only repeat the figures. */
const LimitLine = ({ name, used, most, text, words, isReached, to }: LineProps) => {
  const share = most > 0 ? Math.min(1, used / most) : 1
  const tone = isReached ? 'bg-bad' : share >= nearShare ? 'bg-warn' : 'bg-accent'
  return (
    <li
      title={words}
      className="relative grid h-11 content-center gap-1 text-xs has-[a:hover]:bg-ground sm:h-8 pointer-coarse:h-11"
    >
      <div className="min-w-0 sm:flex sm:justify-between sm:gap-3">
        <Link {...to} className="block truncate text-muted after:absolute after:inset-0">
          {name}
        </Link>
        <span className={`whitespace-nowrap ${isReached ? 'font-semibold text-bad' : 'font-medium'}`}>
          {text}
        </span>
      </div>
      <div
        role="meter"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={most}
        aria-valuenow={Math.min(used, most)}
        aria-valuetext={words}
        className="h-1 overflow-hidden rounded-full bg-line"
      >
        <div className={`h-full rounded-full ${tone}`} style={{ width: `${share * 100}%` }} />
      </div>
    </li>
  )
}
