import { useState } from 'react'
import type { LogEntry } from '../../../shared/log.ts'
import type { TraceStep } from '../../../shared/trading/outcome.ts'
import { Badge, type Tone } from '../../components/badge.tsx'
import { ModeBadge } from '../../components/mode-badge.tsx'
import { formatTimestamp } from '../../lib/format.ts'
import { DecisionTrace } from './decision-trace.tsx'

const outcomeTones: Readonly<Record<string, Tone>> = {
  PLACED: 'good',
  REFUSED: 'warn',
  EXPIRED: 'warn',
  BLOCKED: 'warn',
  REJECTED: 'bad',
  NOT_PLACED: 'bad',
  NEEDS_REVIEW: 'bad',
}

export const LogCard = ({ entry }: { readonly entry: LogEntry }) => {
  const [open, setOpen] = useState(false)
  const outcome = typeof entry.extra?.outcome === 'string' ? entry.extra.outcome : null
  return (
    <article className="grid gap-2 rounded-lg border border-line bg-panel p-4">
      <header className="flex flex-wrap items-center gap-2">
        {outcome ? (
          <Badge tone={outcomeTones[outcome] ?? 'plain'}>{outcome}</Badge>
        ) : (
          <Badge>{entry.type}</Badge>
        )}
        <ModeBadge mode={entry.mode} />
        <time dateTime={entry.createdAt} className="ml-auto text-sm text-muted">
          {formatTimestamp(entry.createdAt)}
        </time>
      </header>
      <h3 className="font-medium">{entry.message}</h3>
      {entry.description && <p className="text-sm text-muted">{entry.description}</p>}
      {entry.extra && (
        <section>
          <button
            type="button"
            className="text-sm font-medium text-accent hover:underline"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            Additional Data <span className="text-muted">({open ? 'shown' : 'hidden'})</span>
          </button>
          {open && <AdditionalData extra={entry.extra} />}
        </section>
      )}
    </article>
  )
}

const AdditionalData = ({ extra }: { readonly extra: Readonly<Record<string, unknown>> }) => {
  const { trace, sentence: _, ...rest } = extra
  return (
    <div className="mt-3 grid gap-4 rounded-md bg-ground p-3">
      {Array.isArray(trace) && <DecisionTrace trace={trace as TraceStep[]} />}
      <pre className="overflow-x-auto font-mono text-xs text-muted">{JSON.stringify(rest, null, 2)}</pre>
    </div>
  )
}
