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
import { explainCause } from './explain-failure.ts'
import { describeStack, failureIn, readEvents } from './stack-events.ts'
import { stackNameOf, userSecretPrefix } from '../stack/names.ts'
import { counted } from '../../shared/platform/figures.ts'

/**
 * Lists all tables and secrets of the account. `npm run destroy` keeps those of production and prints their names. For
 * any other stage it also deletes users' secrets, which belong to no stack because they are created at run time.
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

type Stage = Pick<CdkCall, 'stackName' | 'region' | 'stage'>

/**
 * Reads the stack's outputs.
 * @returns null if the stack does not exist
 * @throws UsageError if it is protected
 */
const readStack = async ({ stackName, region }: Stage) => {
  const stack = await describeStack(new CloudFormationClient({ region }), stackName)
  if (!stack) return null
  if (stack.EnableTerminationProtection)
    throw new UsageError(
      `${stackName} is protected from being deleted. Turn that off first:\n  aws cloudformation update-termination-protection --no-enable-termination-protection --region ${region} --stack-name ${stackName}`,
    )
  return Object.fromEntries(
    (stack.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
  )
}

const deleteSecret = (client: SecretsManagerClient, SecretId: string) =>
  client.send(new DeleteSecretCommand({ SecretId, ForceDeleteWithoutRecovery: true }))

/**
 * Checks the permission to delete secrets. It tries to delete a secret that does not exist, because AWS checks the
 * permission first.
 * @throws Error AccessDeniedException
 */
const checkMayDeleteSecrets = async (client: SecretsManagerClient, stackName: string) => {
  try {
    await deleteSecret(client, `${userSecretPrefix(stackName)}no-such-user`)
  } catch (error) {
    if (!(error instanceof Error && error.name === 'ResourceNotFoundException')) throw error
  }
}

const isMeant = async ({ stackName }: Stage, confirm: string | undefined): Promise<boolean> => {
  const isNamed = confirm === undefined ? await typesName(stackName) : confirm === stackName
  if (!isNamed) console.log('Nothing was deleted.')
  return isNamed
}

/**
 * Deletes the users' secrets that an earlier run left behind after it deleted the stack.
 * @throws UsageError if nothing is left
 */
const finish = async (stage: Stage, stored: StoredOptions, account: string, confirm: string | undefined) => {
  const { stackName, region } = stage
  const left = ownerlessSecrets(stackName, leftoversOf(stackName, stored), false)
  if (stage.stage === 'production' || left.length === 0)
    throw new UsageError(`There is no ${stackName} in ${region}. Is --region right?`)
  console.log(
    `${stackName} in ${region}, account ${account}, is already gone. Left of it: ${counted(left.length, 'secret')} of its users. This deletes them.`,
  )
  if (!(await isMeant(stage, confirm))) return 1
  await deleteSecrets(region, left)
  console.log(`${counted(left.length, 'secret')} of the users of ${stackName} deleted.`)
  return 0
}

const deleteSecrets = async (region: string, names: readonly string[]) => {
  const client = new SecretsManagerClient({ region })
  for (const name of names) await deleteSecret(client, name)
}

const destroy = async (asked: DeployArguments): Promise<number> => {
  Object.assign(process.env, asked.environment)
  const region = asked.environment.AWS_REGION as string
  const account = await whoDeploys(region)
  const name = asked.given.stage ?? 'production'
  const stage: Stage = { stackName: stackNameOf(name), region, stage: name }
  // Every permission is checked before anything is deleted.
  const outputs = await explained(region, () => readStack(stage))
  const stored = await explained(region, () => listAll(region))
  if (name !== 'production')
    await explained(region, () =>
      checkMayDeleteSecrets(new SecretsManagerClient({ region }), stage.stackName),
    )
  if (!outputs) return finish(stage, stored, account.id, asked.confirm)
  const kept = await explained(region, () => keptFlags(region, stage.stackName))
  const call = cdkCall('destroy', mergedFlags(asked, kept), asked.environment, '')
  console.log(whatGoes(call, account.id, outputs))
  if (!(await isMeant(stage, asked.confirm))) return 1
  const since = new Date()
  const status = runCdk(call)
  const isDeleted = status === 0
  if (!isDeleted) {
    const client = new CloudFormationClient({ region })
    const failure = failureIn(await readEvents(client, call.stackName, since).catch(() => []))
    if (failure) console.error(explainCause(failure.first, region).join('\n'))
    console.error(unfinished(call))
  }
  const left = leftoversOf(call.stackName, await listAll(call.region))
  if (call.stage === 'production') {
    console.log(farewell(left))
    return status
  }
  const ofUsers = ownerlessSecrets(call.stackName, left, isDeleted)
  await deleteSecrets(region, ofUsers)
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
