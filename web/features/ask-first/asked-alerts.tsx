import { useMutation, useQuery } from '@tanstack/react-query'
import CircleHelp from '~icons/circle-help'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { call } from '../../lib/api.ts'
import { type EndedAlert, unanswered } from '../../lib/ended-alert.ts'
import { toastFailure } from '../../lib/failures.ts'
import { worded } from '../../lib/format.ts'
import { newestAlertsQuery } from '../../lib/logs-query.ts'
import { toast } from '../../lib/toast.ts'
import { useNow } from '../../lib/use-now.ts'

/** Alerts that passed every rule and wait for the user's yes, on every screen until they are too old. */
export const AskedAlerts = () => {
  const { data } = useQuery(newestAlertsQuery)
  const [answered, setAnswered] = useState<readonly string[]>([])
  const now = useNow()
  const asked = unanswered(data?.results ?? [], 'ASKED').filter(
    (each) => secondsLeft(each, now) > 0 && !answered.includes(each.alertId),
  )
  if (asked.length === 0) return null
  return (
    <div role="alert" className="mb-6 grid gap-3 rounded-lg border border-accent/50 bg-accent/10 p-3 text-sm">
      {asked.map((each) => (
        <Question
          key={each.entry.id}
          asked={each}
          seconds={secondsLeft(each, now)}
          onAnswer={() => setAnswered((before) => [...before, each.alertId])}
        />
      ))}
    </div>
  )
}

type QuestionProps = {
  readonly asked: EndedAlert
  readonly seconds: number
  readonly onAnswer: () => void
}

const Question = ({ asked: { entry, alertId, alert }, seconds, onAnswer }: QuestionProps) => {
  const confirm = useMutation({
    mutationFn: () => call('confirmAlert', { alertId }),
    onSuccess: ({ message }) => {
      toast.success(message)
      onAnswer()
    },
    onError: toastFailure('Couldn’t place the order'),
  })
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <CircleHelp aria-hidden className="mt-0.5 size-4 text-accent" />
      <div className="grid min-w-0 gap-0.5">
        <p className="font-medium">Place {alert}?</p>
        <p className="break-words">{worded(entry.message.replace(/^(Asked|Awaiting approval): /, ''))}</p>
        <p className="text-muted" aria-live="off">
          {seconds} seconds left
        </p>
      </div>
      <div className="col-start-2 flex gap-2 sm:col-start-3">
        <Button
          className="h-9"
          aria-label={`Place ${alert}`}
          disabled={confirm.isPending}
          onClick={() => confirm.mutate()}
        >
          Place
        </Button>
        <Button kind="quiet" className="h-9" aria-label={`Skip ${alert}`} onClick={onAnswer}>
          Skip
        </Button>
      </div>
    </div>
  )
}

const secondsLeft = ({ entry }: EndedAlert, now: number) =>
  Math.floor((Date.parse(entry.extra?.answerBy ?? '') - now) / 1_000)
