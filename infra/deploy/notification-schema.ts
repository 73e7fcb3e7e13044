import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { WebhookBody } from '../../shared/notifications/notifications.schema.ts'

/** JSON Schema of the body that a signed webhook receives. */
const notificationSchema = () => ({
  ...z.toJSONSchema(WebhookBody, { io: 'output', target: 'draft-2020-12' }),
  title: 'A Signalpost notification',
  description:
    'The body of each call to your webhook, signed as defined by Standard Webhooks 1.0.0: webhook-id is the same for every attempt to deliver a notification, webhook-timestamp is the time of the attempt, webhook-signature is HMAC-SHA256 over id.timestamp.body.',
})

/** Writes the schema beside the API description on the site. */
export const writeNotificationSchema = (folder: string) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'notices.json'), `${JSON.stringify(notificationSchema(), null, 2)}\n`)
}
