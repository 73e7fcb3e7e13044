import { useInfiniteQuery } from '@tanstack/react-query'
import ChevronDown from '~icons/chevron-down'
import { useState } from 'react'
import type { Burst } from '../../../shared/logs/burst.schema.ts'
import { burstInWords, partsInWords } from '../../../shared/logs/burst-in-words.ts'
import { counted } from '../../../shared/platform/figures.ts'
import { Button } from '../../components/button.tsx'
import { Dot, Row } from '../../components/row.tsx'
import { type AlertFilter, alertPagesQuery } from '../../lib/alerts-query.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatClock, worded } from '../../lib/format.ts'
import { actionClass, FixableAlert, Time } from './alert-row.tsx'

export const BurstRow = ({ burst }: { readonly burst: Burst }) => {
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
        facts={worded(partsInWords(burst))}
        factsTitle={words}
        figure={<Time at={from} />}
        action={
          <span aria-hidden className={actionClass}>
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

const Members = ({ filter }: { readonly filter: AlertFilter }) => {
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(alertPagesQuery(filter))
  const lines = data?.pages.flatMap(({ results }) => results) ?? []
  return (
    <ul aria-label="Alerts of this burst" className="[&>li>div]:min-h-11">
      {lines.map((line) => (
        <FixableAlert key={line.alertId} line={line} />
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
