import { notifications } from '../../../../shared/contract/notifications.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { channelNames, kindOf } from '../../../../shared/notifications/notification-types.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { logChange } from '../../../logs/sign-in-log.ts'
import { removeChannel } from '../../../notifications/connect-channel.ts'
import { deleteChat } from '../../../notifications/telegram-link-store.ts'

export const handler = endpoint(
  notifications,
  'removeChannel',
  async ({ request: { id }, caller: { userId } }) => {
    if (id === 'telegram') await deleteChat(userId)
    if (!(await removeChannel(userId, id))) throw new VisibleError('NOT_FOUND', 'Channel not found')
    await logChange(userId, `${channelNames[kindOf(id)]} disconnected from notifications`)
    return { message: `${channelNames[kindOf(id)]} disconnected` }
  },
  findProvableCaller,
)
