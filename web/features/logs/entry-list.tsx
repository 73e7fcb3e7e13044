import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Burst } from '../../../shared/burst.ts'
import { isOfBurst } from '../../../shared/burst-in-words.ts'
import type { LogEntry } from '../../../shared/log.ts'
import { BurstCard } from './burst-card.tsx'
import { DenseEntry } from './dense-entry.tsx'
import { LogCard } from './log-card.tsx'
import type { LogView } from './use-log-view.ts'

type Props = {
  readonly entries: readonly LogEntry[]
  readonly bursts: readonly Burst[]
  readonly view: LogView
  /** The entry that a link led to: it is open. */
  readonly opened: string | undefined
  readonly isBusy: boolean
}

/** So many are simply there; of more only those in sight, and some around them, are in the document. */
const fewEntries = 100

export const EntryList = ({ isBusy, ...props }: Props) => (
  <div aria-busy={isBusy} className="aria-busy:opacity-60">
    {props.entries.length <= fewEntries ? <WholeList {...props} /> : <LongList {...props} />}
  </div>
)

type ListProps = Omit<Props, 'isBusy'>

const gapOf = (view: LogView) => (view === 'dense' ? 0 : 12)

const WholeList = (props: ListProps) => (
  <ul aria-label="Log entries" style={{ gap: gapOf(props.view) }} className="grid grid-cols-1">
    {props.entries.map((entry, index) => (
      <li key={entry.id} className={lookOf(props, index)}>
        <Entry {...props} index={index} />
      </li>
    ))}
  </ul>
)

const LongList = (props: ListProps) => {
  const { entries, view } = props
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [])
  const virtualizer = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => (view === 'dense' ? 36 : 150),
    getItemKey: (index) => entries[index]?.id ?? index,
    gap: gapOf(view),
    overscan: 6,
    scrollMargin: top,
  })
  return (
    <ul
      ref={list}
      aria-label="Log entries"
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ key, index, start }) => (
        <li
          key={key}
          data-index={index}
          ref={virtualizer.measureElement}
          aria-setsize={entries.length}
          aria-posinset={index + 1}
          className={`absolute inset-x-0 top-0 ${lookOf(props, index)}`}
          style={{ transform: `translateY(${start - top}px)` }}
        >
          <Entry {...props} index={index} />
        </li>
      ))}
    </ul>
  )
}

const burstOf = ({ entries, bursts }: ListProps, index: number) => {
  const entry = entries[index]
  return entry && bursts.find((each) => isOfBurst(entry, each))
}

const lookOf = (props: ListProps, index: number) =>
  burstOf(props, index) ? 'grid grid-cols-1 gap-3 border-l-2 border-accent/40 pl-3' : ''

const Entry = ({ index, ...props }: ListProps & { readonly index: number }) => {
  const { entries, view, opened } = props
  const entry = entries[index]
  const burst = burstOf(props, index)
  const before = entries[index - 1]
  if (!entry) return null
  return (
    <>
      {burst && !(before && isOfBurst(before, burst)) && <BurstCard burst={burst} />}
      {view === 'dense' && entry.id !== opened ? (
        <DenseEntry entry={entry} />
      ) : (
        <LogCard entry={entry} isOpen={entry.id === opened} />
      )}
    </>
  )
}
