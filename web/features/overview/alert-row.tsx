import SlidersHorizontal from '~icons/sliders-horizontal'
import { lazy, Suspense } from 'react'
import type { AlertLine } from '../../../shared/logs/alert-line.schema.ts'
import { AlertRow } from '../../components/alert-row.tsx'
import { formatClock, formatTime } from '../../lib/format.ts'

/** Loaded on demand, because the code behind the links is large. The row reserves its space. */
const FixLink = lazy(async () => ({ default: (await import('../../components/fix-link.tsx')).FixLink }))

export const Time = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={formatClock(at)} className="inline-block w-15 text-xs font-normal text-muted">
    {formatTime(Date.parse(at))}
  </time>
)

/** Classes that give the action the same width in every row, so that the content before it is aligned. */
export const actionClass = 'flex w-7 justify-end @lg:w-26'

/** Shows an alert and, if it was refused, a link to the setting that would change its outcome. */
export const FixableAlert = ({ line }: { readonly line: AlertLine }) => (
  <AlertRow
    line={line}
    time={<Time at={line.endedAt ?? line.acceptedAt} />}
    action={
      <span className={actionClass}>
        {line.rule && (
          <Suspense fallback={null}>
            <FixLink
              rule={line.rule}
              market={line.market}
              className="inline-flex h-7 min-w-6 items-center justify-end text-xs font-medium text-accent hover:underline pointer-coarse:h-11 pointer-coarse:min-w-11"
              show={(fix) => (
                <>
                  <SlidersHorizontal className="size-4 @lg:hidden" />
                  <span title={fix} className="truncate @max-lg:sr-only">
                    {fix}
                  </span>
                </>
              )}
            />
          </Suspense>
        )}
      </span>
    }
  />
)
