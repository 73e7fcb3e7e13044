import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs'
import { env } from '../../shared/env.ts'
import { requireEnv } from '../aws/env.ts'
import { awsTimeouts } from '../aws/timeouts.ts'

let client: SQSClient | undefined

/** Has a message come again after so many seconds rather than after the whole visibility timeout. */
export const comeAgainIn = async (receiptHandle: string, seconds: number) => {
  client ??= new SQSClient({ maxAttempts: 2, requestHandler: awsTimeouts(1_000) })
  await client.send(
    new ChangeMessageVisibilityCommand({
      QueueUrl: requireEnv(env.noticesQueueUrl),
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: seconds,
    }),
  )
}
