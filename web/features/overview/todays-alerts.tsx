import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import { type CountedKind, countedKinds } from '../../../shared/logs/outcome-kinds.ts'
import { Dot } from '../../components/row.tsx'
import { startOfToday } from '../../lib/alerts-query.ts'
import { todaysCountQuery } from '../../lib/logs-query.ts'
import { kindTones } from '../../components/outcome-badge.tsx'
import { AlertRows } from './alert-rows.tsx'
import { Tile } from '../../components/tile.tsx'

type Props = { readonly mode: Mode; readonly className?: string }

/**
 * Shows today's alerts in the current mode, with the number of alerts for each kind of outcome. The server counts them.
 */
export const TodaysAlerts = ({ mode, className = '' }: Props) => {
  const { data: today } = useQuery(todaysCountQuery)
  const [kind, setKind] = useState<CountedKind>()
  return (
    <Tile
      title="Alerts"
      className={className}
      aside={
        <div role="group" aria-label="Outcome" className="flex flex-wrap gap-1.5">
          {countedKinds.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={kind === each}
              className="inline-flex h-6 cursor-pointer items-center gap-1.5 rounded-full border border-line px-2 text-xs text-muted hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent/6 aria-pressed:text-ink pointer-coarse:h-11 pointer-coarse:px-2.5"
              onClick={() => setKind(kind === each ? undefined : each)}
            >
              <span aria-hidden className="max-sm:hidden">
                <Dot tone={kindTones[each]} />
              </span>
              <span>
                <span className="font-semibold text-ink">
                  {today?.ended?.[mode][each] ?? (today ? 0 : '–')}
                </span>{' '}
                {each}
              </span>
            </button>
          ))}
        </div>
      }
    >
      <AlertRows
        key={kind ?? 'all'}
        label="Today’s alerts"
        filter={{ mode, from: startOfToday(), ...(kind ? { kind } : {}) }}
        none={
          kind
            ? `No ${kind} alerts today.`
            : 'No alerts yet today. Each alert appears here with its outcome and the reason.'
        }
      />
    </Tile>
  )
}
