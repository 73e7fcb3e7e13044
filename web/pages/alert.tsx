import { Answered } from '../components/answered.tsx'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ResponseOf } from '../../shared/contract/index.ts'
import { Card } from '../components/card.tsx'
import { DetailList } from '../components/detail-list.tsx'
import { PrintButton } from '../components/print-button.tsx'
import { AlertHead } from '../features/alerts/alert-head.tsx'
import { AlertIds } from '../features/alerts/alert-ids.tsx'
import { AlertText } from '../features/alerts/alert-text.tsx'
import { Ending } from '../features/alerts/ending.tsx'
import { MoreRules } from '../features/alerts/more-rules.tsx'
import { Sent } from '../features/alerts/sent.tsx'
import { PhaseList } from '../features/logs/phase-list.tsx'
import { call } from '../lib/api.ts'

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
  const query = useQuery(alertQuery(alertId))
  return (
    <Answered query={query} failure="Error loading the alert">
      {(alert) => <AlertParts key={alertId} alert={alert} />}
    </Answered>
  )
}

const AlertParts = ({ alert }: { readonly alert: ResponseOf<'getAlert'> }) => {
  const { alert: understood, phases, name: _, order, ...answers } = alert.extra
  const { dealReference: __, brokerReference: ___, dealIds: ____, ...rest } = answers
  const { market: _____, action: ______, strategy: _______, ...fields } = understood
  const details = { ...order, ...rest }
  return (
    <div className="grid grid-cols-1 gap-4">
      <AlertHead alert={alert} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-4">
          <Ending alert={alert} />
          <MoreRules alert={alert} />
          {Object.values(details).some((value) => value !== undefined) && (
            <Card title="Order and IG’s answers">
              <DetailList details={details} />
            </Card>
          )}
        </div>
        <div className="grid grid-cols-1 gap-4">
          {phases && (
            <Card title="Time">
              <PhaseList phases={phases} />
            </Card>
          )}
          <Sent alert={alert} />
          <Card
            title="The alert"
            description="As we understood it. We never store the secret with the alert."
          >
            <DetailList details={fields} />
            {alert.received !== undefined && <AlertText text={alert.received} />}
          </Card>
          <Card title="IDs">
            <AlertIds alert={alert} />
          </Card>
          <PrintButton />
        </div>
      </div>
    </div>
  )
}
