import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { localAccess } from '../local/template.ts'

/**
 * Reads the root secret of a running local cloud.
 * @param endpoints addresses of its emulators, as GET /_local lists them
 */
export const localRootSecret = async (endpoints: Readonly<Record<string, string>>) => {
  const secrets = new SecretsManagerClient({
    endpoint: endpoints.AWS_ENDPOINT_URL_SECRETS_MANAGER as string,
    ...localAccess,
  })
  const listed = await fetch(endpoints.AWS_ENDPOINT_URL_CLOUDFORMATION as string, { method: 'POST' })
  const [, SecretId] =
    /<LogicalResourceId>rootsecret[^<]*<\/LogicalResourceId><PhysicalResourceId>([^<]+)/.exec(
      await listed.text(),
    ) ?? []
  return {
    read: async () => (await secrets.send(new GetSecretValueCommand({ SecretId }))).SecretString ?? '',
    write: (SecretString: string) => secrets.send(new PutSecretValueCommand({ SecretId, SecretString })),
  }
}
