import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '../../../shared/contract/index.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { isInOutcome } from '../../components/decision-trace.tsx'
import { FixLink, settingOf } from '../../components/fix-link.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { TrialResult } from '../../components/trial-result.tsx'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failures.ts'
import { formatPrecise, worded } from '../../lib/format.ts'
import { useCancelExit } from '../../lib/use-cancel-exit.ts'

type Alert = ResponseOf<'getAlert'>
type EndedProps = { readonly alert: Alert; readonly ended: NonNullable<Alert['ended']> }

/** Shows how the alert ended and what the user can do about it. */
export const Ending = ({ alert }: { readonly alert: Alert }) => {
  const { ended, waitsSince } = alert
  if (ended) return <Ended alert={alert} ended={ended} />
  if (waitsSince) return <Waiting alert={alert} since={waitsSince} />
  return <Card>Not decided yet. This page updates automatically.</Card>
}

const Ended = ({ alert: { alertId, mode, extra }, ended: { message, trace, outcome, at } }: EndedProps) => {
  const refusal = trace.find((step) => !step.passed)
  const focus = refusal && settingOf(refusal.rule)
  const again = useMutation({
    mutationFn: () => call('tryAlert', { mode, alertId }),
    onError: toastFailure('Couldn’t try the alert'),
  })
  const moment = (offset: number) => new Date(Date.parse(at) + offset).toISOString()
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="flex-1 basis-80 font-medium break-words">{worded(message)}</p>
        <div className="flex flex-wrap gap-2 print:hidden">
          {refusal && (
            <FixLink rule={refusal.rule} market={extra.alert.market} className="button button-quiet" />
          )}
          {focus && (
            <Link
              to="/dashboard/what-if"
              search={{ focus, mode }}
              aria-label="What if this rule were different?"
              className="button button-quiet"
            >
              What if
            </Link>
          )}
          <Button
            kind="quiet"
            title="Decides the same alert with today’s rules, account and market. Nothing is placed"
            disabled={again.isPending}
            onClick={() => again.mutate()}
          >
            {again.isPending ? 'Trying…' : 'Try again'}
          </Button>
        </div>
      </div>
      {again.data && <TrialResult tried={again.data} />}
      {refusal && (
        <p className="text-sm break-words text-muted">
          {!isInOutcome(refusal) && `${worded(refusal.sentence)}. `}
          found <b className="font-medium text-ink">{worded(refusal.actual)}</b> · needed{' '}
          <b className="font-medium text-ink">{worded(refusal.required)}</b>
        </p>
      )}
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {outcome === 'PLACED' && extra.order && (
          <TextLink to="/dashboard/journal/$tradeId" params={{ tradeId: alertId }} search={{ mode }}>
            View the trade in the journal
          </TextLink>
        )}
        <TextLink to="/dashboard/logs" search={{ from: moment(-1_000), to: moment(10_000) }}>
          View the log around that time
        </TextLink>
      </p>
    </Card>
  )
}

const Waiting = ({ alert, since }: { readonly alert: Alert; readonly since: string }) => {
  const cancel = useCancelExit(alert.alertId)
  return (
    <Card>
      <p>{`Waiting since ${formatPrecise(since)}. The exit doesn’t expire while it waits.`}</p>
      {alert.waitsFor && <p className="break-words">{alert.waitsFor}.</p>}
      <Button kind="quiet" className="w-fit" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel this exit
      </Button>
    </Card>
  )
}
