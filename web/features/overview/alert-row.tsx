import SlidersHorizontal from '~icons/sliders-horizontal'
import { lazy, Suspense } from 'react'
import type { AlertLine } from '../../../shared/logs/alert-line.schema.ts'
import { AlertRow } from '../../components/alert-row.tsx'
import { formatClock, formatTime } from '../../lib/format.ts'

/** Loads on demand, because the code for fixing each rule is large. Its space is reserved. */
const FixLink = lazy(async () => ({ default: (await import('../../components/fix-link.tsx')).FixLink }))

export const Time = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={formatClock(at)} className="inline-block w-15 text-xs font-normal text-muted">
    {formatTime(Date.parse(at))}
  </time>
)

/** Every row uses the same width, so that the content before it aligns. */
export const actionClass = 'flex w-7 justify-end @lg:w-26'

/** Shows an alert and what would change its outcome. */
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
