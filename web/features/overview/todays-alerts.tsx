import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { AlertLine } from '../../../shared/logs/alert-line.schema.ts'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import type { Burst } from '../../../shared/logs/burst.schema.ts'
import { isWithinBurst } from '../../../shared/logs/is-of-burst.ts'
import type { Outcome } from '../../../shared/trading/model/outcome.schema.ts'
import { type CountedKind, countedKinds, outcomeKinds } from '../../../shared/logs/outcome-kinds.ts'
import { Card } from '../../components/card.tsx'
import { FixLink } from '../../components/fix-link.tsx'
import { OutcomeBadge } from '../../components/outcome-badge.tsx'
import { nameOf, startOfToday, todaysAlertsQuery } from '../../lib/alerts-query.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatClock, worded } from '../../lib/format.ts'
import { todaysCountQuery } from '../../lib/logs-query.ts'
import { marks } from './marks.ts'

const mostShown = 10

/** Only a day with bursts needs it. */
const BurstLine = lazy(async () => ({ default: (await import('./burst-line.tsx')).BurstLine }))

/**
 * What became of today's alerts in the mode that the screen shows: counted by the server, and the last ones on a line of
 * time with their reasons. What came in the same moment is one place on it.
 */
export const TodaysAlerts = ({ mode }: { readonly mode: Mode }) => {
  const { data } = useQuery(todaysAlertsQuery(mode))
  const { data: today } = useQuery(todaysCountQuery)
  const [kind, setKind] = useState<CountedKind | null>(null)
  const [strategy, setStrategy] = useState('')
  if (!data || !today) return null
  const ended = data.results.filter(isEnded)
  const counts = today.ended?.[mode]
  const isEmpty = ended.length === 0 && countedKinds.every((each) => !counts?.[each])
  const strategies = [...new Set(ended.flatMap((each) => each.strategy ?? []))].sort()
  const isFiltered = kind !== null || strategy !== ''
  const wanted = ended.filter(
    (each) =>
      (kind === null || outcomeKinds[each.outcome] === kind) &&
      (strategy === '' || each.strategy === strategy),
  )
  const lines = linesOf(wanted, isFiltered ? [] : (data.bursts ?? []))
  return (
    <Card title="Today’s alerts">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <dl className="-ml-2 flex flex-wrap gap-2">
          {countedKinds.map((each) => (
            <div
              key={each}
              className={classNames(
                'relative flex items-baseline gap-2 rounded-md px-2 py-1 has-[button:hover]:bg-ground',
                kind === each && 'bg-accent/10',
              )}
            >
              <dd className="text-figure font-semibold tracking-tight">{counts?.[each] ?? 0}</dd>
              <dt className="text-sm text-muted">
                <button
                  type="button"
                  aria-pressed={kind === each}
                  className="after:absolute after:inset-0 after:rounded-md"
                  onClick={() => setKind(kind === each ? null : each)}
                >
                  {each}
                </button>
              </dt>
            </div>
          ))}
        </dl>
        {strategies.length > 1 && (
          <label className="text-sm text-muted">
            Strategy{' '}
            <select
              className="ml-1 h-8 max-w-48 rounded-md border border-edge bg-panel px-2 text-ink"
              value={strategy}
              onChange={({ target }) => setStrategy(target.value)}
            >
              <option value="">All</option>
              {strategies.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </label>
        )}
      </div>
      {isEmpty ? (
        <p className="text-sm text-muted">
          No alerts yet today. Each alert appears here with its outcome and the reason.
        </p>
      ) : (
        <ul aria-label="Today’s alerts" className="-mb-3 grid grid-cols-1 border-t border-line pt-3">
          {lines.slice(0, mostShown).map((line, place, { length }) => (
            <li
              key={line.alertId}
              className={classNames(
                'relative grid grid-cols-[1rem_minmax(0,1fr)] gap-x-3 pb-4',
                // The line of time, down to the next one.
                place < length - 1 &&
                  'before:absolute before:top-3 before:-bottom-2 before:left-[0.4375rem] before:w-px before:bg-line',
              )}
            >
              <span
                aria-hidden
                className={classNames(
                  'z-10 mt-1 size-4 rounded-full border-4 border-panel',
                  line.burst ? 'bg-accent' : marks[outcomeKinds[line.outcome]],
                )}
              />
              {line.burst ? (
                <Suspense fallback={<div className="h-10" />}>
                  <BurstLine burst={line.burst} until={line.endedAt} />
                </Suspense>
              ) : (
                <Line line={line} />
              )}
            </li>
          ))}
          {lines.length === 0 && (
            <li className="pb-4 text-sm text-muted">No matches among the latest {ended.length}.</li>
          )}
          <li className="pb-3 text-sm">
            <Link
              to="/dashboard/logs"
              search={{ from: startOfToday() }}
              className="font-medium hover:underline"
            >
              All of today’s log entries
            </Link>
          </li>
        </ul>
      )}
    </Card>
  )
}

type Ended = AlertLine & { readonly outcome: Outcome; readonly endedAt: string }

const isEnded = (line: AlertLine): line is Ended => line.outcome !== null && line.endedAt !== null

type Line = Ended & { readonly burst: Burst | undefined }

/** The newest first; of a burst only its newest, which is for all. */
const linesOf = (ended: readonly Ended[], bursts: readonly Burst[]): Line[] => {
  const shownBursts = new Set<Burst>()
  return ended.flatMap((each) => {
    const burst = bursts.find((one) => isWithinBurst(each.mode, Date.parse(each.acceptedAt), one))
    if (burst && shownBursts.has(burst)) return []
    if (burst) shownBursts.add(burst)
    return [{ ...each, burst }]
  })
}

const Line = ({ line }: { readonly line: Line }) => {
  const { alertId, outcome, strategy, endedAt, message, rule, market } = line
  return (
    <div className="grid gap-0.5 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to="/dashboard/alerts/$alertId" params={{ alertId }} className="font-medium hover:underline">
          {nameOf(line)}
        </Link>
        <OutcomeBadge outcome={outcome} />
        {strategy && <span className="text-xs text-muted">{strategy}</span>}
        <time dateTime={endedAt} className="text-xs text-muted max-sm:basis-full sm:ml-auto">
          {formatClock(endedAt)}
        </time>
      </p>
      <p className="min-w-0 break-words text-muted">
        {worded(message ?? '')}
        {rule && <FixLink rule={rule} market={market} />}
      </p>
    </div>
  )
}
