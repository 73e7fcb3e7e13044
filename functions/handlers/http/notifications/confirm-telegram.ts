import { notifications } from '../../../../shared/contract/notifications.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { logChange } from '../../../logs/sign-in-log.ts'
import { confirmLink } from '../../../notifications/telegram-link.ts'

export const handler = endpoint(
  notifications,
  'confirmTelegram',
  async ({ caller: { userId } }) => {
    const chat = await confirmLink(userId, Date.now())
    if (chat === null)
      throw new VisibleError('NOT_FOUND', 'No chat has sent the code yet, or the code has expired')
    await logChange(userId, `Telegram connected for notifications: ${chat}`)
    return { message: `Notifications will be sent to ${chat}` }
  },
  findProvableCaller,
)
