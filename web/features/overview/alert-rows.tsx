import { useInfiniteQuery } from '@tanstack/react-query'
import ChevronDown from '~icons/chevron-down'
import SlidersHorizontal from '~icons/sliders-horizontal'
import { useEffect, useState } from 'react'
import type { AlertLine } from '../../../shared/logs/alert-line.schema.ts'
import type { Burst } from '../../../shared/logs/burst.schema.ts'
import { burstInWords, partsInWords } from '../../../shared/logs/burst-in-words.ts'
import { isWithinBurst } from '../../../shared/logs/is-of-burst.ts'
import { outcomeKinds } from '../../../shared/logs/outcome-kinds.ts'
import { counted } from '../../../shared/platform/figures.ts'
import { Button } from '../../components/button.tsx'
import { FixLink } from '../../components/fix-link.tsx'
import { MarketName } from '../../components/market-name.tsx'
import { Dot, Row } from '../../components/row.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { type AlertFilter, alertPagesQuery, startOfToday } from '../../lib/alerts-query.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatClock, formatTime, worded } from '../../lib/format.ts'
import { Instead } from '../../components/tile.tsx'

/** Rules are there to refuse, so a refusal has no colour. */
export const kindTones = { placed: 'good', refused: 'plain', failed: 'bad', asked: 'accent' } as const

const atFirst = 5
const further = 20

type Props = {
  readonly label: string
  readonly filter: AlertFilter
  /** Stands in the place of no alert at all. */
  readonly none: string
}

/** The alerts that a filter finds, newest first. What came in the same moment is one row, which opens. */
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
            // On a phone the first view has two.
            className={classNames(
              '[&>li>div]:min-h-11',
              !isWhole && 'max-sm:[&>li:nth-child(n+3):not([data-members])]:hidden',
            )}
          >
            {rows
              .slice(0, most)
              .map((row) =>
                'alerts' in row ? (
                  <BurstRow key={`${row.mode} ${row.from}`} burst={row} />
                ) : (
                  <Line key={row.alertId} line={row} />
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
        <TextLink
          to="/dashboard/logs"
          search={{ from: startOfToday() }}
          className="pointer-coarse:inline-flex pointer-coarse:h-11 pointer-coarse:items-center"
        >
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

/** The newest first; of a burst one row for all. */
const rowsOf = (lines: readonly AlertLine[], bursts: readonly Burst[]): (AlertLine | Burst)[] => [
  ...new Set(
    lines.map(
      (line) => bursts.find((one) => isWithinBurst(line.mode, Date.parse(line.acceptedAt), one)) ?? line,
    ),
  ),
]

const Time = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={formatClock(at)} className="inline-block w-15 text-xs font-normal text-muted">
    {formatTime(Date.parse(at))}
  </time>
)

/** Of the same width in every row, so that what stands before it shares its edge. */
const actionLook = 'flex w-7 justify-end @lg:w-26'

const Line = ({ line }: { readonly line: AlertLine }) => {
  const { alertId, action, market, name, outcome, strategy, endedAt, acceptedAt, message, rule } = line
  const words = worded(message ?? 'Not decided yet')
  return (
    <Row
      mark={<Dot tone={outcome ? kindTones[outcomeKinds[outcome]] : 'accent'} />}
      name={
        <>
          {action} <MarketName name={name} symbol={market} />
        </>
      }
      title={`${action} ${name ?? ''} ${market}`}
      to={{ to: '/dashboard/alerts/$alertId', params: { alertId } }}
      facts={<span title={strategy ? `${words} (${strategy})` : words}>{words}</span>}
      figure={<Time at={endedAt ?? acceptedAt} />}
      action={
        <span className={actionLook}>
          {rule && (
            <FixLink
              rule={rule}
              market={market}
              className="inline-flex h-7 min-w-0 items-center text-xs font-medium text-accent hover:underline pointer-coarse:h-11 pointer-coarse:min-w-11 pointer-coarse:justify-end"
              show={(fix) => (
                <>
                  <SlidersHorizontal className="size-4 @lg:hidden" />
                  <span title={fix} className="truncate @max-lg:sr-only">
                    {fix}
                  </span>
                </>
              )}
            />
          )}
        </span>
      }
    />
  )
}

const BurstRow = ({ burst }: { readonly burst: Burst }) => {
  const [isOpen, setOpen] = useState(false)
  const { mode, from, to, alerts } = burst
  const words = worded(burstInWords(burst, formatClock(from)))
  return (
    <>
      <Row
        mark={<Dot tone="accent" />}
        name={
          <button
            type="button"
            aria-expanded={isOpen}
            className="cursor-pointer after:absolute after:inset-0"
            onClick={() => setOpen(!isOpen)}
          >
            {counted(alerts, 'alert')} at once
          </button>
        }
        facts={<span title={words}>{worded(partsInWords(burst))}</span>}
        figure={<Time at={from} />}
        action={
          <span aria-hidden className={actionLook}>
            <ChevronDown className={classNames('size-4 text-muted', isOpen && 'rotate-180')} />
          </span>
        }
      />
      {isOpen && (
        <li data-members className="border-b border-line py-2 pl-5">
          <p className="text-xs text-muted">{words}</p>
          <div className="max-h-80 overflow-y-auto">
            <Members filter={{ mode, from, to }} />
          </div>
        </li>
      )}
    </>
  )
}

/** Each alert of a burst. */
const Members = ({ filter }: { readonly filter: AlertFilter }) => {
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(alertPagesQuery(filter))
  const lines = data?.pages.flatMap(({ results }) => results) ?? []
  return (
    <ul aria-label="Alerts of this burst" className="[&>li>div]:min-h-11">
      {lines.map((line) => (
        <Line key={line.alertId} line={line} />
      ))}
      {hasNextPage && (
        <li>
          <Button kind="bare" onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </li>
      )}
    </ul>
  )
}
