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
 * Makes a failed message visible again after some seconds instead of after the visibility timeout. Otherwise later
 * alerts of the account wait behind it and become too old.
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
