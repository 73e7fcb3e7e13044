import { notifications } from '../../../../shared/contract/notifications.ts'
import { channelNames } from '../../../../shared/notifications/notification-types.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { logChange } from '../../../logs/sign-in-log.ts'
import { connectChannel } from '../../../notifications/connect-channel.ts'

export const handler = endpoint(
  notifications,
  'connectChannel',
  async ({ request, caller: { userId } }) => {
    const connected = await connectChannel(userId, request)
    await logChange(userId, `${channelNames[request.kind]} connected for notifications`)
    return connected
  },
  findProvableCaller,
)
