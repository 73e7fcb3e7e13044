import type { NoticeEvent, WebhookBody } from '../../../shared/notices.ts'

/** The event itself. */
export const renderWebhook = ({ type, at, data }: NoticeEvent, origin: string): WebhookBody => {
  const { path, ...rest } = data
  return { type, timestamp: new Date(at).toISOString(), data: { ...rest, url: `${origin}${path}` } }
}
