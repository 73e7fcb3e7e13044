import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { AlertLine } from '../../../shared/logs/alert-line.schema.ts'
import type { Burst } from '../../../shared/logs/burst.schema.ts'
import { isWithinBurst } from '../../../shared/logs/is-of-burst.ts'
import { Button } from '../../components/button.tsx'
import { Row } from '../../components/row.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { type AlertFilter, alertPagesQuery, startOfToday } from '../../lib/alerts-query.ts'
import { classNames } from '../../lib/class-names.ts'
import { Instead } from '../../components/tile.tsx'
import { FixableAlert } from './alert-row.tsx'

/** Loaded on demand, because bursts are rare and their code is large. */
const BurstRow = lazy(async () => ({ default: (await import('./burst-row.tsx')).BurstRow }))

const atFirst = 5
const further = 20

type Props = {
  readonly label: string
  readonly filter: AlertFilter
  /** The text shown if there are no alerts. */
  readonly none: string
}

/** Lists the alerts that match a filter, newest first. A burst of alerts is one row, which the user can unfold. */
export const AlertRows = ({ label, filter, none }: Props) => {
  const { data, isError, hasNextPage, fetchNextPage, isFetching, isFetchingNextPage } = useInfiniteQuery(
    alertPagesQuery(filter),
  )
  const [most, setMost] = useState(atFirst)
  const pages = data?.pages ?? []
  const rows = rowsOf(
    pages.flatMap(({ results }) => results),
    pages.flatMap(({ bursts }) => bursts),
  )
  const isWhole = most > atFirst
  const isShort = rows.length < most && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (isShort) void fetchNextPage()
  }, [isShort, fetchNextPage])
  return (
    <div className="grid content-start gap-1">
      <div className="min-h-22 sm:min-h-55">
        {rows.length > 0 ? (
          <ul
            aria-label={label}
            // At first, a phone shows only two rows.
            className={classNames(
              '[&>li>div]:min-h-11',
              !isWhole && 'max-sm:[&>li:nth-child(n+3):not([data-members])]:hidden',
            )}
          >
            {rows.slice(0, most).map((row) =>
              'alerts' in row ? (
                <Suspense key={`${row.mode} ${row.from}`} fallback={<Row name="" />}>
                  <BurstRow burst={row} />
                </Suspense>
              ) : (
                <FixableAlert key={row.alertId} line={row} />
              ),
            )}
          </ul>
        ) : (
          <div className="h-22 sm:h-55">
            <Instead>{isError ? 'The alerts can’t be loaded now.' : data ? none : 'Loading'}</Instead>
          </div>
        )}
      </div>
      <div className="flex h-9 items-center justify-between text-sm pointer-coarse:h-11">
        <TextLink to="/dashboard/logs" search={{ from: startOfToday() }}>
          All of today’s log entries
        </TextLink>
        {(rows.length > most || hasNextPage || (!isWhole && rows.length > 2)) && (
          <Button
            kind="bare"
            className={classNames(
              '-mr-2 h-7 pointer-coarse:h-11',
              rows.length <= most && !hasNextPage && 'sm:hidden',
            )}
            disabled={isFetchingNextPage}
            onClick={() => setMost(most + further)}
          >
            {isFetchingNextPage ? 'Loading...' : 'Show more'}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Sorts alerts newest first and combines each burst into one row. */
const rowsOf = (lines: readonly AlertLine[], bursts: readonly Burst[]): (AlertLine | Burst)[] => [
  ...new Set(
    lines.map(
      (line) => bursts.find((one) => isWithinBurst(line.mode, Date.parse(line.acceptedAt), one)) ?? line,
    ),
  ),
]
