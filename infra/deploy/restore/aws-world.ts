import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  BatchWriteItemCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  RestoreTableToPointInTimeCommand,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb'
import {
  GetEventSourceMappingCommand,
  InvokeCommand,
  LambdaClient,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda'
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { noLogins } from '../../../shared/settings/credentials.ts'
import type { Credentials } from '../../../shared/settings/settings.schema.ts'
import { UsageError } from '../../command-line.ts'
import { userSecretPrefix } from '../../stack/names.ts'
import { listTableNames, stackResources } from '../stack-resources.ts'
import type { Backup } from './backup-file.ts'
import { makeLike } from './make-like.ts'
import type { RestoreWorld } from './restore.ts'
import { untilProcessed } from './until-processed.ts'

/** Milliseconds between two polls of a slow AWS operation. */
const pollEveryMs = 5_000

/**
 * Returns what a restore needs from AWS.
 * @param source where rows come from: earlier states of the tables, tables of a destroyed stack of this name, or a
 * backup file
 * @throws UsageError if the region has no such stack
 */
export const awsWorld = async (
  stackName: string,
  region: string,
  source: 'recovery' | 'destroyed' | Backup = 'recovery',
): Promise<RestoreWorld> => {
  const dynamo = new DynamoDBClient({ region })
  const lambda = new LambdaClient({ region })
  const resources = await stackResources(stackName, region)
  const mappings = resources.ofType('AWS::Lambda::EventSourceMapping')
  return {
    documents: DynamoDBDocumentClient.from(dynamo),
    nameOf: (table) => resources.named('AWS::DynamoDB::Table', `data${table}`),
    copyOf: async (table, at) => {
      if (source === 'destroyed') return leftoverOf(table, await listTableNames(dynamo))
      const copy = `${table}-restore-${Date.now()}`
      if (source !== 'recovery') {
        await makeLike(dynamo, table, copy)
        await fill(
          dynamo,
          copy,
          source,
          (each) => resources.named('AWS::DynamoDB::Table', `data${each}`) === table,
        )
        return copy
      }
      await copyTable(dynamo, table, copy, at)
      return copy
    },
    dropCopy: async (copy) => {
      if (source === 'destroyed') return
      await dynamo.send(new DeleteTableCommand({ TableName: copy }))
    },
    setExecuting: async (on) => {
      for (const UUID of mappings) {
        await lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled: on }))
        await until(async () => {
          const { State } = await lambda.send(new GetEventSourceMappingCommand({ UUID }))
          return State === (on ? 'Enabled' : 'Disabled')
        })
      }
    },
    reconcile: async () => {
      const FunctionName = resources.named('AWS::Lambda::Function', 'functionsreconcilealerts')
      const { Payload, FunctionError } = await lambda.send(new InvokeCommand({ FunctionName }))
      const answer = Buffer.from(Payload ?? []).toString()
      if (FunctionError) throw new Error(`The reconciler failed: ${answer}`)
      return JSON.parse(answer) as { looked: number; failed: number }
    },
    ...(typeof source === 'object'
      ? { makeMissingSecret: secretMaker(new SecretsManagerClient({ region }), userSecretPrefix(stackName)) }
      : {}),
    now: () => new Date(),
  }
}

/** Creates a copy of a table as it was at an earlier time. */
const copyTable = async (dynamo: DynamoDBClient, table: string, copy: string, at: Date) => {
  await dynamo.send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: table,
      TargetTableName: copy,
      RestoreDateTime: at,
    }),
  )
  await until(async () => {
    const { Table } = await dynamo.send(new DescribeTableCommand({ TableName: copy }))
    return Table?.TableStatus === 'ACTIVE'
  })
}

/** 192 random bits in hexadecimal. With digits among the letters, the settings accept the secret as a strong one. */
const newWebhookSecret = () => randomBytes(24).toString('hex')

const secretMaker = (secrets: SecretsManagerClient, prefix: string) => async (userId: string) => {
  const none: Credentials = {
    ...noLogins,
    demoWebhookSecret: newWebhookSecret(),
    liveWebhookSecret: newWebhookSecret(),
  }
  try {
    await secrets.send(
      new CreateSecretCommand({ Name: `${prefix}${userId}`, SecretString: JSON.stringify(none) }),
    )
    return true
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceExistsException') return false
    throw error
  }
}

/** Maximum number of rows in a DynamoDB batch write. */
const batch = 25

/**
 * Writes rows of a backup to a table.
 * @param isWanted whether rows of a given table in the backup are written
 */
const fill = async (
  dynamo: DynamoDBClient,
  TableName: string,
  { rows }: Backup,
  isWanted: (table: string) => boolean,
) => {
  let waiting: WriteRequest[] = []
  const flush = async () => {
    if (waiting.length === 0) return
    await untilProcessed(waiting, async (left) => {
      const RequestItems = { [TableName]: left }
      const { UnprocessedItems = {} } = await dynamo.send(new BatchWriteItemCommand({ RequestItems }))
      return UnprocessedItems[TableName] ?? []
    })
    waiting = []
  }
  for await (const { table, row } of rows()) {
    if (!isWanted(table)) continue
    waiting.push({ PutRequest: { Item: row } })
    if (waiting.length === batch) await flush()
  }
  await flush()
}

/**
 * Finds the table of a destroyed stack that corresponds to a table of the current stack. CloudFormation names a table
 * after the stack and the construct, and adds a random suffix: `Signalpost-datausers1A2B3C4D-9XYZ`.
 * @throws UsageError if there is no such table, or more than one
 */
export const leftoverOf = (table: string, all: readonly string[]): string => {
  const start = table.slice(0, table.lastIndexOf('-') + 1)
  const [left, ...others] = all.filter((name) => name.startsWith(start) && name !== table)
  if (left === undefined) throw new UsageError(`No table ${start}… of a destroyed stack was found`)
  if (others.length > 0)
    throw new UsageError(`Several tables ${start}… were found. Delete those that are not wanted first`)
  return left
}

const until = async (holds: () => Promise<boolean>) => {
  while (!(await holds())) await wait(pollEveryMs)
}
