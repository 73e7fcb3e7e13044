import { useQuery } from '@tanstack/react-query'
import { channelKinds } from '../../shared/notice-types.ts'
import { Card } from '../components/card.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Failed, LoadingCards } from '../components/states.tsx'
import { ChannelList } from '../features/notices/channel-list.tsx'
import { ConnectChannels } from '../features/notices/connect-channels.tsx'
import { ConnectPush } from '../features/notices/connect-push.tsx'
import { ConnectTelegram } from '../features/notices/connect-telegram.tsx'
import { PreferencesForm } from '../features/notices/preferences-form.tsx'
import { noticesQuery } from '../features/notices/queries.ts'

export const NoticesPage = () => (
  <div className="grid max-w-4xl grid-cols-1 gap-6">
    <PageHeader title="Notices" description="What you are told about, where, and how loudly" />
    <Notices />
  </div>
)

const Notices = () => {
  const { data, error, refetch } = useQuery(noticesQuery)
  if (!data)
    return error ? (
      <Failed title="Error loading notices" message={error.message} onRetry={() => void refetch()} />
    ) : (
      <LoadingCards />
    )
  const { channels, preferences, offersTelegram, telegramPending, pushKey } = data
  const kinds = channelKinds.filter((kind) => channels.some((channel) => channel.kind === kind))
  return (
    <>
      <Card title="Channels" description="Where you are told. One that fails holds up no other, and no order">
        <ChannelList channels={channels} />
      </Card>
      <Card title="This device" description="Push, even while Signalpost is closed">
        <ConnectPush pushKey={pushKey} />
      </Card>
      {offersTelegram && (
        <Card title="Telegram" description="A private chat with the bot of this Signalpost">
          <ConnectTelegram pending={telegramPending} />
        </Card>
      )}
      <Card title="Discord, Slack, your own webhook" description="An address is kept like a password">
        <ConnectChannels channels={channels} />
      </Card>
      <Card
        title="What you are told"
        description="Loud rings, quiet does not; the summary comes once a day with the rest"
      >
        <PreferencesForm key={JSON.stringify([preferences, kinds])} preferences={preferences} kinds={kinds} />
      </Card>
    </>
  )
}
