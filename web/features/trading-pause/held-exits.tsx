import CircleHelp from '~icons/circle-help'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AlertLine } from '../../../shared/logs/alert-line.schema.ts'
import type { FullStop } from '../../../shared/settings/settings.schema.ts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { alertsKey, nameOf } from '../../lib/alerts-query.ts'
import { formatTimestamp } from '../../lib/format.ts'
import { useConfirmAlert } from '../../lib/use-confirm-alert.ts'
import { useTradingPause } from './use-trading-pause.ts'

type HeldExitsProps = {
  readonly fullStop: FullStop
  /** The exits in the order in which they would have been carried out, oldest first. */
  readonly held: readonly AlertLine[]
}

/** Lists the exits that *Stop everything* holds back, and offers to carry them out after trading is resumed. */
export const HeldExits = ({ fullStop: { until }, held: all }: HeldExitsProps) => {
  const [answered, setAnswered] = useState<readonly string[]>([])
  const queries = useQueryClient()
  const forget = useTradingPause()
  const held = all.filter(({ alertId }) => !answered.includes(alertId))
  if (held.length === 0) return null
  const isOver = until !== null
  return (
    <Notice
      tone="ask"
      icon={CircleHelp}
      role="region"
      label="Held exits"

      title={isOver ? 'Alerts held while everything was stopped' : 'Alerts held so far'}
      actions={
        isOver && (
          <Button
            kind="quiet"
            disabled={forget.isPending}
            onClick={() =>
              forget.mutate(
                { forgetHeld: true },
                { onSuccess: () => void queries.invalidateQueries({ queryKey: alertsKey }) },
              )
            }
          >
            Dismiss all
          </Button>
        )
      }
    >
      <ul className="grid gap-2">
        {held.map((each) => (
          <HeldExit
            key={each.alertId}
            held={each}
            isOffered={isOver}
            onDone={() => setAnswered((before) => [...before, each.alertId])}
          />
        ))}
      </ul>
      {isOver && (
        <p className="text-muted">
          Signalpost checks each alert again with current data before carrying it out. An alert never closes a
          position that was opened after the alert arrived.
        </p>
      )}
    </Notice>
  )
}

type HeldExitProps = {
  readonly held: AlertLine
  readonly isOffered: boolean
  readonly onDone: () => void
}

const HeldExit = ({ held, isOffered, onDone }: HeldExitProps) => {
  const { alertId, strategy } = held
  const carryOut = useConfirmAlert(alertId, 'Couldn’t carry out the alert', onDone)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-medium break-words">{nameOf(held)}</span>
      {strategy && <span className="break-words">{strategy}</span>}
      <span className="text-muted">{formatTimestamp(held.endedAt ?? held.acceptedAt)}</span>
      {isOffered && (
        <Button
          className="ml-auto h-9"
          aria-label={`Carry it out: ${nameOf(held)}`}
          disabled={carryOut.isPending}
          onClick={() => carryOut.mutate()}
        >
          Carry it out
        </Button>
      )}
    </li>
  )
}
