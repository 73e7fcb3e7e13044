import { SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs'
import { env } from '../../shared/platform/env.ts'
import type { NotificationEvent } from '../../shared/notifications/notifications.schema.ts'
import { requireEnv } from '../aws/env.ts'
import { sqs } from '../aws/sqs.ts'
import type { NotificationsQueue } from './ports.ts'

/** A message in the queue: an event for all channels of its user, or a channel to check. */
export type NotificationMessage =
  | {
      readonly what: 'event'
      readonly event: NotificationEvent
      readonly only?: string | undefined
      readonly except?: string | undefined
    }
  | { readonly what: 'look'; readonly userId: string; readonly channel: string }

/** SQS accepts at most this many messages per request. */
const mostInCall = 10

/** The FIFO queue of notifications. Each channel is a message group, so that no channel waits for another. */
export const notificationsQueue: NotificationsQueue = {
  sendEvents: async (events, { only, except } = {}) => {
    for (let from = 0; from < events.length; from += mostInCall) {
      const { Failed = [] } = await sqs().send(
        new SendMessageBatchCommand({
          QueueUrl: requireEnv(env.notificationsQueueUrl),
          Entries: events.slice(from, from + mostInCall).map((event, index) => ({
            Id: String(index),
            MessageBody: JSON.stringify({ what: 'event', event, only, except } satisfies NotificationMessage),
            MessageGroupId: event.userId,
            MessageDeduplicationId: forSqs(`${event.id}-${only ?? ''}`),
          })),
        }),
      )
      if (Failed.length > 0)
        throw new Error(`SQS rejected ${Failed.length} notifications: ${Failed[0]?.Code}`)
    }
  },
  sendCheck: async (userId, channel, why) => {
    await sqs().send(
      new SendMessageCommand({
        QueueUrl: requireEnv(env.notificationsQueueUrl),
        MessageBody: JSON.stringify({ what: 'look', userId, channel } satisfies NotificationMessage),
        MessageGroupId: `${userId}-${channel}`,
        MessageDeduplicationId: forSqs(`${channel}-${why}`),
      }),
    )
  },
}

/** SQS allows at most 128 letters, digits and punctuation marks in an ID. */
const forSqs = (id: string) => id.replace(/[^\x21-\x7e]/g, '_').slice(0, 128)
