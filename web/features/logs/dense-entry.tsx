import { memo, useState } from 'react'
import type { LogEntry } from '../../../shared/logs/log.schema.ts'
import { logTypeLabels } from '../../../shared/logs/log-types.ts'
import { Badge } from '../../components/badge.tsx'
import { OutcomeBadge } from '../../components/outcome-badge.tsx'
import { endedAlertOf } from '../../lib/ended-alert.ts'
import { formatPrecise, worded } from '../../lib/format.ts'
import { LogCard } from './log-card.tsx'

/** An entry in one line; pressed, it is the whole card. */
export const DenseEntry = memo(({ entry }: { readonly entry: LogEntry }) => {
  const [open, setOpen] = useState(false)
  const ended = endedAlertOf(entry)
  const words = worded(entry.message)
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        title={words}
        className="grid w-full grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 rounded px-2 py-1.5 text-left text-sm hover:bg-panel sm:grid-cols-[11.5rem_9rem_minmax(0,1fr)]"
      >
        <time dateTime={entry.createdAt} className="text-xs text-muted tabular-nums">
          {formatPrecise(entry.createdAt)}
        </time>
        <span>
          {ended ? <OutcomeBadge outcome={ended.outcome} /> : <Badge>{logTypeLabels[entry.type]}</Badge>}
        </span>
        <span className="truncate max-sm:col-span-2">
          {ended?.alert && <span className="mr-2 font-medium">{ended.alert}</span>}
          {words}
        </span>
      </button>
      {open && (
        <div className="my-2">
          <LogCard entry={entry} isOpen />
        </div>
      )}
    </>
  )
})
DenseEntry.displayName = 'DenseEntry'
