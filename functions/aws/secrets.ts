import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { awsTimeouts } from './timeouts.ts'
import { withinCall } from './within-call.ts'

let client: SecretsManagerClient | undefined

/** One client per process, created on first use. */
export const secrets = () => (client ??= makeClient())

const makeClient = () => {
  const made = withinCall(new SecretsManagerClient({ maxAttempts: 3, requestHandler: awsTimeouts(1_500) }))
  made.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args)
      } catch (error) {
        throw withoutWords(error)
      }
    },
    { step: 'initialize', name: 'withoutWords', priority: 'high' },
  )
  return made
}

/** Returns only the name of an error, because AWS's message may quote the request, which contains a secret. */
const withoutWords = (error: unknown) => {
  const { name } = error instanceof Error ? error : { name: 'Error' }
  return Object.assign(new Error(`Secrets Manager answered ${name}`), { name })
}
