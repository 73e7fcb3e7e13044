import { withRequestId } from '../../aws/log.ts'
import { consumeNotifications } from '../../notifications/consume-notifications.ts'
import { notificationPorts } from '../../alerts/notification-ports.ts'

/** Sends notifications on the channels that each user chose. */
export const handler = withRequestId(consumeNotifications(notificationPorts))
