import { setTimeout as wait } from 'node:timers/promises'
import {
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb'
import {
  GetEventSourceMappingCommand,
  InvokeCommand,
  LambdaClient,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { UsageError } from '../../command-line.ts'
import { listTableNames, stackResources } from '../stack-resources.ts'
import type { RestoreWorld } from './restore.ts'

/** Milliseconds between two checks what AWS takes its time for. */
const lookEvery = 5_000

/**
 * @param isDestroyed whether the rows are those of a stack of this name that was destroyed, instead of this one's own
 * @throws UsageError if the region has no such stack
 */
export const awsWorld = async (
  stackName: string,
  region: string,
  isDestroyed = false,
): Promise<RestoreWorld> => {
  const dynamo = new DynamoDBClient({ region })
  const lambda = new LambdaClient({ region })
  const resources = await stackResources(stackName, region)
  const mappings = resources.ofType('AWS::Lambda::EventSourceMapping')
  return {
    documents: DynamoDBDocumentClient.from(dynamo),
    nameOf: (table) => resources.named('AWS::DynamoDB::Table', `data${table}`),
    copyOf: async (table, at) => {
      if (isDestroyed) return leftoverOf(table, await listTableNames(dynamo))
      const copy = `${table}-restore-${Date.now()}`
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
      return copy
    },
    dropCopy: async (copy) => {
      if (isDestroyed) return
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
    now: () => new Date(),
  }
}

/**
 * The table of a destroyed stack that one of today's replaces. CloudFormation names both by the stack, what the table is in it,
 * and something random: `Signalpost-datausers1A2B3C4D-9XYZ`.
 * @throws UsageError if there is none, or more than one
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
  while (!(await holds())) await wait(lookEvery)
}
