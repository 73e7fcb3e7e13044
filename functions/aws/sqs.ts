import { SQSClient } from '@aws-sdk/client-sqs'
import { awsTimeouts } from './timeouts.ts'
import { withinCall } from './within-call.ts'

let client: SQSClient | undefined

/**
 * One client per process, created on first use. Timeouts are short: the webhook must respond within three seconds, and a
 * failed send is made good by TradingView's resend or by the reconciler.
 */
export const sqs = () =>
  (client ??= withinCall(
    new SQSClient({
      maxAttempts: 2,
      requestHandler: awsTimeouts(1_000),
    }),
  ))
