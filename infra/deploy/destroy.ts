import { DynamoDBClient, paginateListTables } from '@aws-sdk/client-dynamodb'
import {
  DeleteSecretCommand,
  paginateListSecrets,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { readCommand } from '../command-line.ts'
import { runCdk } from './deploy.ts'
import {
  cdkCall,
  farewell,
  helpOf,
  leftoversOf,
  mergedFlags,
  ownerlessSecrets,
  readAsked,
  type StoredOptions,
  unfinished,
} from './deployment.ts'
import { keptFlags } from './preflight.ts'
import { stackNameOf } from '../stack/names.ts'

/**
 * `npm run destroy -- --stage trial`: deletes the stack. Production keeps its data, and this says which; of any other
 * stage the users' secrets, which are made at run time and so belong to no stack, go also.
 */

const listAll = async (region: string): Promise<StoredOptions> => {
  const tables: string[] = []
  const secrets: StoredOptions['secrets'][number][] = []
  const pages = paginateListTables({ client: new DynamoDBClient({ region }) }, {})
  for await (const { TableNames = [] } of pages) tables.push(...TableNames)
  const listed = paginateListSecrets({ client: new SecretsManagerClient({ region }) }, {})
  for await (const { SecretList = [] } of listed)
    for (const { Name = '', Tags = [] } of SecretList)
      secrets.push({
        name: Name,
        madeBy: Tags.find(({ Key }) => Key === 'aws:cloudformation:stack-name')?.Value,
      })
  return { tables, secrets }
}

if (import.meta.main) {
  const asked = readCommand(helpOf('destroy'), () => readAsked('destroy', process.argv.slice(2), process.env))
  try {
    Object.assign(process.env, asked.environment)
    const kept = await keptFlags(
      asked.environment.AWS_REGION as string,
      stackNameOf(asked.given.stage ?? 'production'),
    )
    const call = cdkCall('destroy', mergedFlags(asked, kept), asked.environment, '')
    process.exitCode = runCdk(call)
    const deleted = process.exitCode === 0
    if (!deleted) console.error(unfinished(call))
    const left = leftoversOf(call.stackName, await listAll(call.region))
    if (call.stage === 'production') console.log(farewell(left))
    else {
      const client = new SecretsManagerClient({ region: call.region })
      const ofUsers = ownerlessSecrets(call.stackName, left, deleted)
      for (const SecretId of ofUsers)
        await client.send(new DeleteSecretCommand({ SecretId, ForceDeleteWithoutRecovery: true }))
      const gone = deleted ? `${call.stackName} is gone, and` : 'Gone are'
      console.log(`${gone} ${ofUsers.length} secrets of its users.`)
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
