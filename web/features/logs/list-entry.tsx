import Zap from '~icons/zap'
import { memo, useState } from 'react'
import type { Burst } from '../../../shared/logs/burst.schema.ts'
import { isOfBurst } from '../../../shared/logs/is-of-burst.ts'
import type { LogEntry } from '../../../shared/logs/log.schema.ts'
import { burstInWords } from '../../../shared/logs/burst-in-words.ts'
import { logTypeLabels } from '../../../shared/logs/log-types.ts'
import { LogCard } from './log-card.tsx'
import type { LogView } from './use-log-view.ts'
import { QuietMode } from '../../components/mode-badge.tsx'
import { formatClock, formatPrecise, worded } from '../../lib/format.ts'
import { Badge } from '../../components/badge.tsx'
import { OutcomeBadge } from '../../components/outcome-badge.tsx'
import { endedAlertOf } from '../../lib/ended-alert.ts'

export type ListProps = {
  readonly entries: readonly LogEntry[]
  readonly bursts: readonly Burst[]
  readonly view: LogView
  /** The ID of the entry that a link opened. */
  readonly opened: string | undefined
}

/** The gap between two entries in pixels. */
export const gapOf = (view: LogView) => (view === 'dense' ? 0 : 12)

const burstOf = ({ entries, bursts }: ListProps, index: number) => {
  const entry = entries[index]
  return entry && bursts.find((each) => isOfBurst(entry, each))
}

export const lookOf = (props: ListProps, index: number) =>
  burstOf(props, index) ? 'grid grid-cols-1 gap-3 border-l-2 border-accent/40 pl-3' : ''

export const Entry = ({ index, ...props }: ListProps & { readonly index: number }) => {
  const { entries, view, opened } = props
  const entry = entries[index]
  const burst = burstOf(props, index)
  if (!entry) return null
  const isFirst = burst && !entries.slice(0, index).some((before) => isOfBurst(before, burst))
  return (
    <>
      {isFirst && <BurstCard burst={burst} />}
      {view === 'dense' && entry.id !== opened ? (
        <DenseEntry entry={entry} />
      ) : (
        <LogCard entry={entry} isTarget={entry.id === opened} />
      )}
    </>
  )
}

/** Shows alerts that arrived at the same moment as one card. */
const BurstCard = ({ burst }: { readonly burst: Burst }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-accent/40 bg-accent/5 px-4 py-3 text-sm">
    <Zap aria-hidden className="size-4 shrink-0 text-accent" />
    <p className="min-w-0 font-medium break-words max-sm:order-last max-sm:w-full sm:flex-1">
      {worded(burstInWords(burst, formatClock(burst.from)))}
    </p>
    <QuietMode mode={burst.mode} />
  </div>
)

/** Shows an entry as one line. If the user clicks the line, it becomes a whole card. */
const DenseEntry = memo(({ entry }: { readonly entry: LogEntry }) => {
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
