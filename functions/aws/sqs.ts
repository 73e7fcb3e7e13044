import { SQSClient } from '@aws-sdk/client-sqs'
import { awsTimeouts } from './timeouts.ts'
import { withinCall } from './within-call.ts'

let client: SQSClient | undefined

/**
 * One client per process, made when first asked for. Short time-outs: the webhook must answer TradingView within three
 * seconds, and a send that failed is made good by the resend or by the reconciler.
 */
export const sqs = () =>
  (client ??= withinCall(
    new SQSClient({
      maxAttempts: 2,
      requestHandler: awsTimeouts(1_000),
    }),
  ))
