import type { NotificationEvent, WebhookBody } from '../../../shared/notifications/notifications.schema.ts'

export const renderWebhook = ({ type, at, data }: NotificationEvent, origin: string): WebhookBody => {
  const { path, ...rest } = data
  return { type, timestamp: new Date(at).toISOString(), data: { ...rest, url: `${origin}${path}` } }
}
