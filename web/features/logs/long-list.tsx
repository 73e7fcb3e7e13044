import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { Entry, gapOf, type ListProps, lookOf } from './list-entry.tsx'

/** A virtual list: only the visible entries and a few around them are in the document. */
export const LongList = (props: ListProps) => {
  const { entries, view } = props
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [])
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes here
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
