import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { LogEntry, LogExtra } from '../../../shared/logs/log.schema.ts'
import { counted } from '../../../shared/platform/figures.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { OutcomeBadge } from '../../components/outcome-badge.tsx'
import { call } from '../../lib/api.ts'
import { endedAlertOf, traceOf } from '../../lib/ended-alert.ts'
import { toastFailure } from '../../lib/failures.ts'
import { formatClock, worded } from '../../lib/format.ts'
import { logsKey } from '../../lib/logs-query.ts'

/** How often the log is read, and when the page stops waiting for alerts, in milliseconds. */
const polling = { every: 1_500, longest: 10 * 60_000 } as const

/** Reads the log's newest entries, or all entries since a time (ISO 8601). */
const readNewest = (fromDate?: string) =>
  call('listLogs', {
    offset: 0,
    limit: fromDate ? 1_000 : 20,
    type: 'ALL',
    ...(fromDate ? { fromDate } : {}),
  })

/** The kinds of log entry that say how an alert ended or why a text was rejected. */
const alertEntryKinds: readonly unknown[] = [
  'outcome',
  'ignored',
  'unreadable',
  'old secret',
] satisfies LogExtra['kind'][]

/** Waits for alerts with the user's secret and shows the outcome of each. */
export const FirstAlert = () => {
  /**
   * The IDs of the entries that were in the log when the user started to wait, and the time of the newest entry; null
   * while not waiting.
   */
  const [before, setBefore] = useState<{ readonly ids: ReadonlySet<string>; readonly at?: string } | null>(
    null,
  )
  const start = useMutation({
    mutationFn: () => readNewest(),
    onSuccess: ({ results: [newest, ...others] }) =>
      setBefore({
        ids: new Set([newest, ...others].flatMap((entry) => entry?.id ?? [])),
        ...(newest && { at: newest.createdAt }),
      }),
    onError: toastFailure('Couldn’t read the log'),
  })
  const { data } = useQuery({
    queryKey: [...logsKey, 'listening'],
    queryFn: () => readNewest(before?.at),
    enabled: before !== null,
    refetchInterval: polling.every,
    gcTime: 0,
  })
  useEffect(() => {
    if (!before) return
    const end = setTimeout(() => setBefore(null), polling.longest)
    return () => clearTimeout(end)
  }, [before])
  const arrived = before
    ? (data?.results ?? []).filter(
        (each) => !before.ids.has(each.id) && alertEntryKinds.includes(each.extra?.kind),
      )
    : []
  return (
    <Card
      title="Watch alerts arrive"
      description="Listens for alerts with your webhook secret and shows each one, field by field. Alerts are processed as usual: they trade if your rules allow it."
    >
      <div className="flex flex-wrap items-center gap-3">
        <Button
          kind="quiet"
          disabled={start.isPending}
          onClick={() => (before ? setBefore(null) : start.mutate())}
        >
          {before ? 'Stop listening' : 'Listen for alerts'}
        </Button>
        <p role="status" className="text-sm text-muted">
          {before &&
            (arrived.length === 0
              ? 'Listening... No alerts yet.'
              : `${counted(arrived.length, 'alert')} received.`)}
        </p>
      </div>
      {before && arrived.length === 0 && (
        <p className="text-sm text-muted">
          Nothing after a minute? Check the alert’s log in TradingView. It shows whether the webhook was sent
          and what we answered. 401 means the secret isn’t yours, or you replaced it more than 7 days ago, so
          we can’t show the alert here.
        </p>
      )}
      {arrived.length > 0 && (
        <ul aria-label="Received alerts" className="grid gap-3">
          {arrived.map((entry) => (
            <li key={entry.id} className="rounded-md border border-line p-3">
              <Arrived entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const Arrived = ({ entry }: { readonly entry: LogEntry }) => {
  const ended = endedAlertOf(entry)
  return (
    <div className="grid gap-2 text-sm">
      <p className="flex flex-wrap items-baseline gap-2">
        <time dateTime={entry.createdAt} className="text-xs text-muted">
          {formatClock(entry.createdAt)}
        </time>
        {ended && <OutcomeBadge outcome={ended.outcome} />}
        <Link {...traceOf(entry)} className="font-medium break-words hover:underline">
          {worded(entry.message)}
        </Link>
      </p>
      {!ended && entry.extra?.kind !== 'unreadable' && entry.description && (
        <p className="break-words text-muted">{worded(entry.description)}</p>
      )}
      <dl className="grid gap-x-4 gap-y-0.5 sm:grid-cols-[8rem_minmax(0,1fr)]">
        {fieldsOf(entry).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Returns the fields of the alert as received. Fields that the alert did not contain are left out. */
const fieldsOf = ({ extra }: LogEntry): [string, string][] =>
  Object.entries(sentIn(extra)).flatMap(([name, value]): [string, string][] =>
    value === null || value === undefined || name === 'acceptedAt'
      ? []
      : [[name, typeof value === 'string' ? worded(value) : JSON.stringify(value)]],
  )

const sentIn = (extra: LogEntry['extra']): Readonly<Record<string, unknown>> => {
  switch (extra?.kind) {
    case 'outcome': {
      const { others, ...named } = extra.alert
      return { ...named, ...others }
    }
    case 'ignored':
      return extra.refused
    case 'unreadable':
      return extra.problems
    default:
      return {}
  }
}
