import { notifications } from '../../../../shared/contract/notifications.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { readNotifications } from '../../../notifications/notifications-view.ts'

export const handler = endpoint(
  notifications,
  'getNotices',
  ({ caller: { userId } }) => readNotifications(userId),
  findCaller,
)
