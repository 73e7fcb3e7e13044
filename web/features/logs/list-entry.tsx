import type { Burst } from '../../../shared/logs/burst.schema.ts'
import { isOfBurst } from '../../../shared/logs/is-of-burst.ts'
import type { LogEntry } from '../../../shared/logs/log.schema.ts'
import { BurstCard } from './burst-card.tsx'
import { DenseEntry } from './dense-entry.tsx'
import { LogCard } from './log-card.tsx'
import type { LogView } from './use-log-view.ts'

export type ListProps = {
  readonly entries: readonly LogEntry[]
  readonly bursts: readonly Burst[]
  readonly view: LogView
  /** The entry that a link led to: it is open. */
  readonly opened: string | undefined
}

/** Pixels between two entries. */
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
