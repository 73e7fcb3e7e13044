import { withRequestId } from '../../aws/log.ts'
import { consumeNotifications } from '../../notifications/consume-notifications.ts'
import { notificationPorts } from '../../alerts/notification-ports.ts'

/** Tells users what happened, on the channels that they chose. */
export const handler = withRequestId(consumeNotifications(notificationPorts))
