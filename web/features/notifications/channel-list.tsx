import { channelNames } from '../../../shared/notifications/notification-types.ts'
import type { NotificationChannel } from '../../../shared/notifications/notifications.schema.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { formatPrecise } from '../../lib/format.ts'
import { useRemoveChannel, useTestChannel } from './queries.ts'

export const ChannelList = ({ channels }: { readonly channels: readonly NotificationChannel[] }) => (
  <ul className="grid gap-4">
    {channels.map((channel) => (
      <ChannelRow key={channel.id} channel={channel} />
    ))}
  </ul>
)

const ChannelRow = ({ channel }: { readonly channel: NotificationChannel }) => {
  const { id, kind, address, offReason } = channel
  const test = useTestChannel()
  const remove = useRemoveChannel()
  const name = `${channelNames[kind]} (${address})`
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-t border-line pt-4 first:border-0 first:pt-0">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <span className="font-medium">{channelNames[kind]}</span>
          <span className="break-all text-muted">{address}</span>
          {offReason === null ? <Badge tone="good">On</Badge> : <Badge tone="bad">Off</Badge>}
        </div>
        {sentencesOf(channel).map((sentence) => (
          <p key={sentence} className="text-xs text-muted">
            {sentence}
          </p>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          kind="quiet"
          aria-label={`Send a test to ${name}`}
          disabled={test.isPending}
          onClick={() => test.mutate(id)}
        >
          {offReason === null ? 'Send a test' : 'Turn on and test'}
        </Button>
        {kind !== 'mail' && (
          <Button
            kind="quiet"
            aria-label={`Disconnect ${name}`}
            disabled={remove.isPending}
            onClick={() => remove.mutate(id)}
          >
            Disconnect
          </Button>
        )}
      </div>
    </li>
  )
}

const sentencesOf = ({
  offReason,
  lastDeliveredAt,
  lastError,
  waiting,
  repeated,
  dropped,
}: NotificationChannel): readonly string[] => [
  ...(offReason === null ? [] : [`Turned off: ${offReason}`]),
  lastDeliveredAt ? `Last delivery: ${formatPrecise(lastDeliveredAt)}` : 'No deliveries yet',
  ...(lastError ? [`Last error, ${formatPrecise(lastError.at)}: ${lastError.text}`] : []),
  ...(waiting.summary > 0 ? [`${waiting.summary} waiting for the daily summary`] : []),
  ...(waiting.quietHours > 0 ? [`${waiting.quietHours} waiting for the end of quiet hours`] : []),
  ...(waiting.retry > 0 ? [`${waiting.retry} waiting for the next attempt`] : []),
  ...(repeated > 0 ? [`${repeated} sent again because we couldn’t confirm delivery`] : []),
  ...(dropped > 0 ? [`${dropped} not delivered`] : []),
]
