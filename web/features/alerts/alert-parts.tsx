import type { ResponseOf } from '../../../shared/contract/index.ts'
import { channelNames, kindOf } from '../../../shared/notifications/notification-types.ts'
import { Card } from '../../components/card.tsx'
import { DetailList } from '../../components/detail-list.tsx'
import { IdList } from '../../components/id-list.tsx'
import { PhaseList } from '../../components/phase-list.tsx'
import { PrintButton } from '../../components/print-button.tsx'
import { formatPrecise } from '../../lib/format.ts'
import { AlertHead } from './alert-head.tsx'
import { AlertText } from './alert-text.tsx'
import { Ending } from './ending.tsx'
import { MoreRules } from './more-rules.tsx'

type Props = { readonly alert: ResponseOf<'getAlert'> }

/** Shows an alert: its fields, the rules, the order, IG’s answers, and how long each step took. */
export const AlertParts = ({ alert }: Props) => {
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

/** Lists the alert’s ID and IG's deal IDs and deal references, each with a copy button. */
const AlertIds = ({ alert: { alertId, extra } }: Props) => (
  <IdList
    ids={[
      ['Alert ID', alertId],
      ['Deal reference', extra.dealReference],
      ['IG’s reference', extra.brokerReference],
      ...(extra.dealIds ?? []).map((dealId) => ['Deal ID', dealId] as const),
    ]}
  />
)

/** Lists the channels to which the outcome was or will be sent. */
const Sent = ({ alert: { notifications, ended } }: Props) =>
  ended && notifications.length > 0 ? (
    <Card title="Notifications" description="Where this outcome was sent">
      <ul className="grid gap-1 text-sm">
        {notifications.map(({ channel, leavesAt }) => (
          <li key={channel} className="flex gap-3">
            <span className="w-24 shrink-0 font-medium">{channelNames[kindOf(channel)]}</span>
            <span className="text-muted">
              {leavesAt === null ? 'Sent' : `Not sent yet; due ${formatPrecise(leavesAt)}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  ) : null
