import { ChangeMessageVisibilityCommand, SendMessageCommand } from '@aws-sdk/client-sqs'
import { env } from '../../shared/platform/env.ts'
import { requireEnv } from '../aws/env.ts'
import { sqs } from '../aws/sqs.ts'
import type { Queue } from '../trading/ports/ports.ts'

/** The FIFO queue of accepted alerts. */
export const alertsQueue: Queue = {
  send: async (message, deduplicationId) => {
    await sqs().send(
      new SendMessageCommand({
        QueueUrl: requireEnv(env.alertsQueueUrl),
        MessageBody: JSON.stringify(message),
        MessageGroupId: `${message.userId}-${message.mode}`,
        MessageDeduplicationId: deduplicationId,
      }),
    )
  },
}

/**
 * Lets a message that failed are sent again in some seconds rather than after the whole visibility timeout: alerts of the
 * same account wait behind it, and an alert grows old.
 */
export const makeVisibleSoon = async (receiptHandle: string, seconds: number) => {
  await sqs().send(
    new ChangeMessageVisibilityCommand({
      QueueUrl: requireEnv(env.alertsQueueUrl),
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: seconds,
    }),
  )
}
