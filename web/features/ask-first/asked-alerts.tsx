import CircleHelp from '~icons/circle-help'
import { useState } from 'react'
import type { AlertLine } from '../../../shared/logs/alert-line.schema.ts'
import { duration } from '../../../shared/platform/words.ts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { nameOf } from '../../lib/alerts-query.ts'
import { worded } from '../../lib/format.ts'
import { useConfirmAlert } from '../../lib/use-confirm-alert.ts'
import { useNow } from '../../lib/use-now.ts'

/**
 * Shows the alerts that passed every rule and wait for the user's approval, on every screen, until they expire. An
 * alert that the user has answered keeps its place while others wait below it. Otherwise the buttons would move under
 * the user's finger.
 */
export const AskedAlerts = ({ asks }: { readonly asks: readonly AlertLine[] }) => {
  const [shown, setShown] = useState<readonly AlertLine[]>([])
  const [answered, setAnswered] = useState<readonly string[]>([])
  const now = useNow()
  const isLive = (each: AlertLine) =>
    secondsLeft(each, now) > 0 &&
    !answered.includes(each.alertId) &&
    asks.some(({ alertId }) => alertId === each.alertId)
  const live = asks.filter(isLive)
  const added = live.filter((each) => !shown.some(({ alertId }) => alertId === each.alertId))
  if (live.length === 0 && shown.length > 0) setShown([])
  else if (added.length > 0) setShown([...shown, ...added])
  if (live.length === 0) return null
  return (
    <div role="alert" className="grid gap-2">
      {shown.map((each) => (
        <Question
          key={each.alertId}
          asked={each}
          isLive={isLive(each)}
          seconds={secondsLeft(each, now)}
          onAnswer={() => setAnswered((before) => [...before, each.alertId])}
        />
      ))}
    </div>
  )
}

type QuestionProps = {
  readonly asked: AlertLine
  readonly isLive: boolean
  readonly seconds: number
  readonly onAnswer: () => void
}

const Question = ({ asked, isLive, seconds, onAnswer }: QuestionProps) => {
  const { alertId, reason } = asked
  const alert = nameOf(asked)
  const confirm = useConfirmAlert(alertId, 'Couldn’t place the order', onAnswer)
  return (
    <Notice
      tone="ask"
      icon={CircleHelp}
      className={isLive ? '' : 'opacity-60'}
      title={isLive ? `Place ${alert}?` : alert}
      actions={
        // An alert keeps its height after the user has answered it.
        <div className="flex h-9 gap-2">
          {isLive && (
            <>
              <Button
                className="h-9"
                aria-label={`Place ${alert}`}
                disabled={confirm.isPending}
                onClick={() => confirm.mutate()}
              >
                Place
              </Button>
              <Button kind="quiet" aria-label={`Skip ${alert}`} onClick={onAnswer}>
                Skip
              </Button>
            </>
          )}
        </div>
      }
    >
      <p>{worded(reason ?? '')}</p>
      <p className="text-muted" aria-live="off">
        {isLive ? `${duration(seconds * 1_000)} left` : 'No longer waits for an answer'}
      </p>
    </Notice>
  )
}

const secondsLeft = ({ answerBy }: AlertLine, now: number) =>
  Math.floor((Date.parse(answerBy ?? '') - now) / 1_000)
