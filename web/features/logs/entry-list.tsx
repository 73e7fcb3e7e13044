import { lazy, Suspense } from 'react'
import { Entry, gapOf, type ListProps, lookOf } from './list-entry.tsx'

type Props = ListProps & { readonly isBusy: boolean }

const LongList = lazy(async () => ({ default: (await import('./long-list.tsx')).LongList }))

/**
 * The maximum number of entries rendered at once. In longer lists, only the visible entries and a few around them are
 * rendered.
 */
const maxRenderedEntries = 100

export const EntryList = ({ isBusy, ...props }: Props) => (
  <div aria-busy={isBusy} className="aria-busy:opacity-60">
    {props.entries.length <= maxRenderedEntries ? (
      <WholeList {...props} />
    ) : (
      <Suspense fallback={<div className="min-h-dvh" />}>
        <LongList {...props} />
      </Suspense>
    )}
  </div>
)

const WholeList = (props: ListProps) => (
  <ul aria-label="Log entries" style={{ gap: gapOf(props.view) }} className="grid grid-cols-1">
    {props.entries.map((entry, index) => (
      <li key={entry.id} className={lookOf(props, index)}>
        <Entry {...props} index={index} />
      </li>
    ))}
  </ul>
)
