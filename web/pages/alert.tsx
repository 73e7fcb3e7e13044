import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ResponseOf } from '../../shared/contract/index.ts'
import { channelNames, kindOf } from '../../shared/notifications/notification-types.ts'
import type { StepInWords } from '../../shared/trading/model/outcome.schema.ts'
import { Button } from '../components/button.tsx'
import { Card } from '../components/card.tsx'
import { DecisionTrace } from '../components/decision-trace.tsx'
import { QuietMode } from '../components/mode-badge.tsx'
import { OutcomeBadge } from '../components/outcome-badge.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { PrintButton } from '../components/print-button.tsx'
import { Failed, LoadingCards } from '../components/states.tsx'
import { TextLink } from '../components/text-link.tsx'
import { Verbatim } from '../components/verbatim.tsx'
import { TrialResult } from '../features/help/trial-result.tsx'
import { DetailList } from '../components/detail-list.tsx'
import { PhaseList } from '../features/logs/phase-list.tsx'
import { call } from '../lib/api.ts'
import { toastFailure } from '../lib/failures.ts'
import { formatPrecise, worded } from '../lib/format.ts'
import { useCancelExit } from '../lib/use-cancel-exit.ts'

type Alert = ResponseOf<'getAlert'>

/** Milliseconds between two readings of an alert that is still being decided. */
const undecidedRefresh = 2_000

const alertQuery = (alertId: string) =>
  queryOptions({
    queryKey: ['alert', alertId],
    queryFn: () => call('getAlert', { alertId }),
    refetchInterval: ({ state }) => (state.data?.ended || state.error ? false : undecidedRefresh),
  })

/** One alert: what was understood, the rules, the order, IG’s answers, and how long each step took. */
export const AlertPage = () => {
  const { alertId = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(alertQuery(alertId))
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-6">
      {data ? (
        <AlertCards alert={data} />
      ) : error ? (
        <Failed title="Error loading the alert" message={error.message} onRetry={() => void refetch()} />
      ) : (
        <LoadingCards />
      )}
    </div>
  )
}

const AlertCards = ({ alert }: { readonly alert: Alert }) => {
  const { ended, acceptedAt, extra } = alert
  const { alert: understood, phases: _, ...details } = extra
  const { action, market, strategy } = understood
  return (
    <>
      <PageHeader
        title={[action, market].filter(Boolean).join(' ')}
        description={`Alert received ${formatPrecise(acceptedAt)}${strategy ? `, strategy ${strategy}` : ''}`}
      >
        <QuietMode mode={alert.mode} />
        <PrintButton />
      </PageHeader>
      <Ending alert={alert} hasOrder={details.order !== undefined} />
      {ended && <Rules trace={ended.trace} market={market} />}
      {Object.keys(details).length > 0 && (
        <Card title="Order and IG’s answers">
          <DetailList details={details} />
        </Card>
      )}
      <Sent alert={alert} />
      <Card title="The alert" description="As we understood it. We never store the secret with the alert.">
        <DetailList details={{ alertId: alert.alertId, ...understood }} />
        {alert.received !== undefined && <Received text={alert.received} />}
      </Card>
      <TryAgain alert={alert} />
    </>
  )
}

const Received = ({ text }: { readonly text: string }) => (
  <div className="mt-2 grid gap-1 text-sm">
    <h3 className="text-muted">As received, with the secret hidden</h3>
    <Verbatim label="The alert as received" text={text} />
  </div>
)

const Sent = ({ alert: { notifications, ended } }: { readonly alert: Alert }) =>
  ended && notifications.length > 0 ? (
    <Card title="Notifications" description="Where this outcome was sent">
      <ul className="grid gap-1 text-sm">
        {notifications.map(({ channel, leavesAt }) => (
          <li key={channel} className="flex gap-3">
            <span className="w-24 font-medium">{channelNames[kindOf(channel)]}</span>
            <span className="text-muted">
              {leavesAt === null ? 'Sent' : `Not sent yet; due ${formatPrecise(leavesAt)}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  ) : null

const Ending = ({
  alert: { alertId, ended, mode, extra, waitsSince, waitsFor },
  hasOrder,
}: {
  readonly alert: Alert
  readonly hasOrder: boolean
}) => {
  if (!ended && waitsSince) return <Waiting alertId={alertId} since={waitsSince} what={waitsFor} />
  if (!ended) return <Card title="Outcome">Not decided yet. This page updates automatically.</Card>
  const at = Date.parse(ended.at)
  const moment = (offset: number) => new Date(at + offset).toISOString()
  return (
    <Card title="Outcome">
      <div className="grid justify-items-start gap-3">
        <OutcomeBadge outcome={ended.outcome} />
        <p className="font-medium break-words">{worded(ended.message)}</p>
        <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {ended.outcome === 'PLACED' && hasOrder && (
            <TextLink to="/dashboard/journal/$tradeId" params={{ tradeId: alertId }} search={{ mode }}>
              View the trade in the journal
            </TextLink>
          )}
          <TextLink to="/dashboard/logs" search={{ from: moment(-1_000), to: moment(10_000) }}>
            View the log around that time
          </TextLink>
        </p>
        {extra.phases && <PhaseList phases={extra.phases} />}
      </div>
    </Card>
  )
}

const Waiting = ({
  alertId,
  since,
  what,
}: {
  readonly alertId: string
  readonly since: string
  readonly what: string | undefined
}) => {
  const cancel = useCancelExit(alertId)
  return (
    <Card title="Outcome">
      <div className="grid justify-items-start gap-3">
        <p>{`Waiting since ${formatPrecise(since)}. The exit doesn’t expire while it waits.`}</p>
        {what && <p className="break-words">{what}.</p>}
        <Button kind="quiet" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel this exit
        </Button>
      </div>
    </Card>
  )
}

/** What refused it first; what passed is folded. */
const Rules = ({
  trace,
  market,
}: {
  readonly trace: readonly StepInWords[]
  readonly market: string | undefined
}) => {
  const passed = trace.filter((step) => step.passed)
  const refused = trace.filter((step) => !step.passed)
  if (trace.length === 0) return null
  return (
    <Card title="Rules">
      <div className="grid gap-4">
        {refused.length > 0 && <DecisionTrace trace={refused} market={market} />}
        {passed.length > 0 && (
          <details className="text-sm">
            <summary className="w-fit cursor-pointer font-medium text-accent">
              {passed.length === 1 ? '1 rule passed' : `${passed.length} rules passed`}
            </summary>
            <div className="mt-3">
              <DecisionTrace trace={passed} market={market} />
            </div>
          </details>
        )}
      </div>
    </Card>
  )
}

const TryAgain = ({ alert: { alertId, mode } }: { readonly alert: Alert }) => {
  const again = useMutation({
    mutationFn: () => call('tryAlert', { mode, alertId }),
    onError: toastFailure('Couldn’t try the alert'),
  })
  return (
    <Card
      title="Try this alert again"
      description="Decides the same alert as if it arrived now, with today’s rules, account and market. Nothing is placed."
    >
      <div className="grid justify-items-start gap-4">
        <Button kind="quiet" disabled={again.isPending} onClick={() => again.mutate()}>
          {again.isPending ? 'Trying…' : 'Try with today’s rules'}
        </Button>
        {again.data && <TrialResult tried={again.data} />}
      </div>
    </Card>
  )
}
