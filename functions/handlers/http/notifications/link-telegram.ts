import { notifications } from '../../../../shared/contract/notifications.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { admitTry, throttles } from '../../../aws/throttle.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { offersTelegram } from '../../../notifications/telegram-bot.ts'
import { beginLink } from '../../../notifications/telegram-link.ts'

export const handler = endpoint(
  notifications,
  'linkTelegram',
  async ({ caller: { userId } }) => {
    if (!offersTelegram()) throw new VisibleError('NOT_FOUND', 'Telegram isn’t set up for this deployment')
    const now = Date.now()
    await admitTry(throttles.channelTests, userId, now)
    return beginLink(userId, now)
  },
  findCaller,
)
