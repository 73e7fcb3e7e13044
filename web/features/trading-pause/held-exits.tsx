import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FullStop } from '../../../shared/settings/settings.schema.ts'
import { Button } from '../../components/button.tsx'
import { call } from '../../lib/api.ts'
import { type EndedAlert, unanswered } from '../../lib/ended-alert.ts'
import { toastFailure } from '../../lib/failures.ts'
import { formatTimestamp } from '../../lib/format.ts'
import { heldAlertsQuery, logsKey } from '../../lib/logs-query.ts'
import { toast } from '../../lib/toast.ts'
import { useTradingPause } from './use-trading-pause.ts'

/** What *Stop everything* held back: listed while it applies, and offered once trading is resumed. */
export const HeldExits = ({ fullStop: { until, heldFrom } }: { readonly fullStop: FullStop }) => {
  const { data } = useQuery(heldAlertsQuery(heldFrom))
  const [answered, setAnswered] = useState<readonly string[]>([])
  const [openedAt] = useState(() => Date.now())
  const forget = useTradingPause()
  const held = unanswered(data?.results ?? [], 'HELD')
    .filter(
      ({ entry, alertId }) =>
        Date.parse(entry.extra?.answerBy ?? '') > openedAt && !answered.includes(alertId),
    )
    // The oldest first, as they would have been carried out.
    .toReversed()
  if (held.length === 0) return null
  const isOver = until !== null
  return (
    <section
      aria-label="Held exits"
      className="mb-6 grid gap-3 rounded-lg border border-accent/50 bg-accent/10 p-3 text-sm"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="font-medium">{isOver ? 'Held while everything was stopped' : 'Held so far'}</p>
        {isOver && (
          <Button
            kind="quiet"
            className="ml-auto h-9"
            disabled={forget.isPending}
            onClick={() => forget.mutate({ forgetHeld: true })}
          >
            Dismiss all
          </Button>
        )}
      </div>
      <ul className="grid gap-2">
        {held.map((each) => (
          <HeldExit
            key={each.entry.id}
            held={each}
            isOffered={isOver}
            onDone={() => setAnswered((before) => [...before, each.alertId])}
          />
        ))}
      </ul>
      {isOver && (
        <p className="text-muted">
          Carrying one out checks it again with current data. It never closes what your alerts opened
          afterwards.
        </p>
      )}
    </section>
  )
}

type HeldExitProps = {
  readonly held: EndedAlert
  readonly isOffered: boolean
  readonly onDone: () => void
}

const HeldExit = ({ held: { entry, alertId, alert }, isOffered, onDone }: HeldExitProps) => {
  const queries = useQueryClient()
  const carryOut = useMutation({
    mutationFn: () => call('confirmAlert', { alertId }),
    onSuccess: async ({ message }) => {
      toast.success(message)
      onDone()
      await queries.invalidateQueries({ queryKey: logsKey })
    },
    onError: toastFailure('Couldn’t carry this out'),
  })
  const strategy = entry.extra?.alert?.strategy
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-medium break-words">{alert}</span>
      {strategy && <span className="break-words">{strategy}</span>}
      <span className="text-muted">{formatTimestamp(entry.createdAt)}</span>
      {isOffered && (
        <Button
          className="ml-auto h-9"
          aria-label={`Carry out ${alert}`}
          disabled={carryOut.isPending}
          onClick={() => carryOut.mutate()}
        >
          Carry out
        </Button>
      )}
    </li>
  )
}
