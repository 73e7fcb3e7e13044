import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { env } from '../../shared/env.ts'
import { requireEnv } from '../lib/env.ts'
import type { Queue } from '../trading/ports.ts'

let client: SQSClient | undefined

/**
 * The FIFO queue of accepted alerts. Short time-outs: the webhook must answer TradingView within three seconds, and a
 * send that failed is made good by the resend or by the reconciler.
 */
export const alertsQueue: Queue = {
  send: async (message, deduplicationId) => {
    client ??= new SQSClient({
      maxAttempts: 2,
      requestHandler: { connectionTimeout: 500, requestTimeout: 1_000 },
    })
    await client.send(
      new SendMessageCommand({
        QueueUrl: requireEnv(env.alertsQueueUrl),
        MessageBody: JSON.stringify(message),
        MessageGroupId: `${message.userId}-${message.mode}`,
        MessageDeduplicationId: deduplicationId,
      }),
    )
  },
}
