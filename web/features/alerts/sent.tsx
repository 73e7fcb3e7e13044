import type { ResponseOf } from '../../../shared/contract/index.ts'
import { channelNames, kindOf } from '../../../shared/notifications/notification-types.ts'
import { Card } from '../../components/card.tsx'
import { formatPrecise } from '../../lib/format.ts'

/** Lists where the outcome was sent, or will be. */
export const Sent = ({
  alert: { notifications, ended },
}: {
  readonly alert: Pick<ResponseOf<'getAlert'>, 'notifications' | 'ended'>
}) =>
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
