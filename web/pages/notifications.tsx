import { Answered } from '../components/answered.tsx'
import type { ResponseOf } from '../../shared/contract/index.ts'
import { useQuery } from '@tanstack/react-query'
import { channelKinds } from '../../shared/notifications/notification-types.ts'
import { Card } from '../components/card.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { ChannelList } from '../features/notifications/channel-list.tsx'
import { ConnectChannels } from '../features/notifications/connect-channels.tsx'
import { ConnectPush } from '../features/notifications/connect-push.tsx'
import { ConnectTelegram } from '../features/notifications/connect-telegram.tsx'
import { PreferencesForm } from '../features/notifications/preferences-form.tsx'
import { notificationsQuery } from '../features/notifications/queries.ts'

export const NotificationsPage = () => (
  <div className="grid max-w-3xl grid-cols-1 gap-6">
    <PageHeader title="Notifications" description="Choose what you’re notified about, and where" />
    <Answered query={useQuery(notificationsQuery)} failure="Error loading notifications">
      {(notifications) => <NotificationsPanel notifications={notifications} />}
    </Answered>
  </div>
)

const NotificationsPanel = ({ notifications }: { readonly notifications: ResponseOf<'getNotices'> }) => {
  const { channels, preferences, offersTelegram, telegramPending, pushKey } = notifications
  const kinds = channelKinds.filter((kind) => channels.some((channel) => channel.kind === kind))
  return (
    <>
      <Card
        title="Channels"
        description="Where we send notifications. If one channel fails, the others and your orders are not affected."
      >
        <ChannelList channels={channels} />
      </Card>
      <Card title="This device" description="Push notifications, even when Signalpost is closed">
        <ConnectPush pushKey={pushKey} />
      </Card>
      {offersTelegram && (
        <Card title="Telegram" description="A private chat with your Signalpost bot">
          <ConnectTelegram pending={telegramPending} />
        </Card>
      )}
      <Card title="Discord, Slack and webhooks" description="We store these URLs like passwords">
        <ConnectChannels channels={channels} />
      </Card>
      <Card
        title="What we send"
        description="Urgent notifications make a sound, even during quiet hours. Silent ones make no sound and wait until quiet hours end. The summary is sent once a day."
      >
        <PreferencesForm key={JSON.stringify([preferences, kinds])} preferences={preferences} kinds={kinds} />
      </Card>
    </>
  )
}
