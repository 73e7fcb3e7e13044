import { channelKinds } from '../../shared/notifications/notification-types.ts'
import type { NotificationSettings } from '../../shared/notifications/notifications.schema.ts'
import { getUser } from '../accounts/user-store.ts'
import { countWaiting, readUserChannels } from './notification-store.ts'
import { readWaitingChat } from './telegram-link-store.ts'
import type { ChannelState } from './ports.ts'
import { readPushKeys } from './push-key.ts'
import { offersTelegram } from './telegram-bot.ts'

const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** Sorts channels in the order in which screens show them, with email first. */
const inOrder = (channels: readonly ChannelState[]) =>
  channels.toSorted((one, other) => channelKinds.indexOf(one.kind) - channelKinds.indexOf(other.kind))

export const readNotifications = async (userId: string): Promise<NotificationSettings> => {
  const [user, stored, link, { inUse }] = await Promise.all([
    getUser(userId),
    readUserChannels(userId),
    readWaitingChat(userId, Date.now()),
    readPushKeys(),
  ])
  const { preferences, channels } = stored
  return {
    preferences,
    channels: await Promise.all(
      inOrder(channels).map(
        async ({ id, kind, address, offReason, lastDeliveredAt, lastError, repeated, dropped }) => ({
          id,
          kind,
          offReason,
          repeated,
          dropped,
          address: kind === 'mail' ? (user?.email ?? '') : address,
          lastDeliveredAt: instant(lastDeliveredAt),
          lastError: lastError && { at: new Date(lastError.at).toISOString(), text: lastError.text },
          waiting: await countWaiting(userId, id, Date.now()),
        }),
      ),
    ),
    offersTelegram: offersTelegram(),
    telegramPending: link && { chat: link.chat },
    pushKey: inUse.publicKey,
  }
}
