import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { requireEnv } from './env.ts'
import { awsTimeouts } from './timeouts.ts'
import { withinCall } from './within-call.ts'

let client: LambdaClient | undefined

/**
 * Starts another of our Lambdas in the background.
 * @param variable the environment variable that contains the name of the Lambda
 */
export const startJob = async (variable: string, payload: unknown) => {
  client ??= withinCall(new LambdaClient({ maxAttempts: 3, requestHandler: awsTimeouts(2_000) }))
  await client.send(
    new InvokeCommand({
      FunctionName: requireEnv(variable),
      InvocationType: 'Event',
      Payload: Buffer.from(JSON.stringify(payload)),
    }),
  )
}
