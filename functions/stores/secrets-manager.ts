import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'

let client: SecretsManagerClient | undefined

/** One client per process, made when first asked for. */
export const secrets = () => (client ??= new SecretsManagerClient({ maxAttempts: 3 }))
