import { ChangeMessageVisibilityCommand } from '@aws-sdk/client-sqs'
import { env } from '../../shared/platform/env.ts'
import { requireEnv } from '../aws/env.ts'
import { sqs } from '../aws/sqs.ts'

/** Makes a message visible again after a number of seconds instead of the visibility timeout. */
export const retryMessageIn = async (receiptHandle: string, seconds: number) => {
  await sqs().send(
    new ChangeMessageVisibilityCommand({
      QueueUrl: requireEnv(env.notificationsQueueUrl),
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: seconds,
    }),
  )
}
