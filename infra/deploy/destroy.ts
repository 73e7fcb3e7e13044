import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  DeleteSecretCommand,
  paginateListSecrets,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { readCommand, UsageError } from '../command-line.ts'
import { explained, whoDeploys } from './account.ts'
import { typesName } from './ask.ts'
import { runCdk } from './deploy.ts'
import {
  type CdkCall,
  cdkCall,
  type DeployArguments,
  farewell,
  helpOf,
  leftoversOf,
  mergedFlags,
  ownerlessSecrets,
  readAsked,
  type StoredOptions,
  unfinished,
  whatGoes,
} from './deployment.ts'
import { keptFlags } from './preflight.ts'
import { listTableNames } from './stack-resources.ts'
import { describeStack } from './stack-events.ts'
import { stackNameOf } from '../stack/names.ts'

/**
 * `npm run destroy -- --stage trial`: deletes the stack. Production keeps its data, and this says which; of any other
 * stage the users' secrets, which are made at run time and so belong to no stack, go also.
 */

const listAll = async (region: string): Promise<StoredOptions> => {
  const tables = await listTableNames(new DynamoDBClient({ region }))
  const secrets: StoredOptions['secrets'][number][] = []
  const listed = paginateListSecrets({ client: new SecretsManagerClient({ region }) }, {})
  for await (const { SecretList = [] } of listed)
    for (const { Name = '', Tags = [] } of SecretList)
      secrets.push({
        name: Name,
        madeBy: Tags.find(({ Key }) => Key === 'aws:cloudformation:stack-name')?.Value,
      })
  return { tables, secrets }
}

/** @throws UsageError if there is no such stack, or it is protected */
const readStack = async ({ stackName, region }: CdkCall) => {
  const stack = await describeStack(new CloudFormationClient({ region }), stackName)
  if (!stack) throw new UsageError(`There is no ${stackName} in ${region}. Is --region right?`)
  if (stack.EnableTerminationProtection)
    throw new UsageError(
      `${stackName} is protected from being deleted. Turn that off first:\n  aws cloudformation update-termination-protection --no-enable-termination-protection --region ${region} --stack-name ${stackName}`,
    )
  return Object.fromEntries(
    (stack.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
  )
}

const destroy = async (asked: DeployArguments): Promise<number> => {
  Object.assign(process.env, asked.environment)
  const region = asked.environment.AWS_REGION as string
  const account = await whoDeploys(region)
  const kept = await explained(region, () =>
    keptFlags(region, stackNameOf(asked.given.stage ?? 'production')),
  )
  const call = cdkCall('destroy', mergedFlags(asked, kept), asked.environment, '')
  console.log(whatGoes(call, account.id, await explained(region, () => readStack(call))))
  const { confirm } = asked
  const isMeant = confirm === undefined ? await typesName(call.stackName) : confirm === call.stackName
  if (!isMeant) {
    console.log('Nothing was deleted.')
    return 1
  }
  const status = runCdk(call)
  const isDeleted = status === 0
  if (!isDeleted) console.error(unfinished(call))
  const left = leftoversOf(call.stackName, await listAll(call.region))
  if (call.stage === 'production') {
    console.log(farewell(left))
    return status
  }
  const client = new SecretsManagerClient({ region: call.region })
  const ofUsers = ownerlessSecrets(call.stackName, left, isDeleted)
  for (const SecretId of ofUsers)
    await client.send(new DeleteSecretCommand({ SecretId, ForceDeleteWithoutRecovery: true }))
  const gone = isDeleted ? `${call.stackName} is gone, and` : 'Gone are'
  console.log(`${gone} ${ofUsers.length} secrets of its users.`)
  return status
}

if (import.meta.main) {
  const asked = readCommand(helpOf('destroy'), () => readAsked('destroy', process.argv.slice(2), process.env))
  try {
    process.exitCode = await destroy(asked)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}
