import { SQSClient } from '@aws-sdk/client-sqs'
import { awsTimeouts } from './timeouts.ts'
import { withinCall } from './within-call.ts'

let client: SQSClient | undefined

/**
 * One client per process, created on first use. Timeouts are short, because the webhook must respond within three
 * seconds. If a send fails, TradingView resends the alert or the reconciler sends it.
 */
export const sqs = () =>
  (client ??= withinCall(
    new SQSClient({
      maxAttempts: 2,
      requestHandler: awsTimeouts(1_000),
    }),
  ))
