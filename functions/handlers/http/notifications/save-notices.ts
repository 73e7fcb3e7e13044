import { notifications } from '../../../../shared/contract/notifications.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { savePreferences } from '../../../notifications/notification-store.ts'

export const handler = endpoint(
  notifications,
  'saveNotices',
  async ({ request, caller: { userId } }) => {
    await savePreferences(userId, request)
    return { message: 'Notification settings saved' }
  },
  findCaller,
)
