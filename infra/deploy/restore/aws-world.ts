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
import { stackResources } from '../stack-resources.ts'
import type { RestoreWorld } from './restore.ts'

/** Milliseconds between two checks what AWS takes its time for. */
const lookEvery = 5_000

/** @throws UsageError if the region has no such stack */
export const awsWorld = async (stackName: string, region: string): Promise<RestoreWorld> => {
  const dynamo = new DynamoDBClient({ region })
  const lambda = new LambdaClient({ region })
  const resources = await stackResources(stackName, region)
  const mappings = resources.ofType('AWS::Lambda::EventSourceMapping')
  return {
    documents: DynamoDBDocumentClient.from(dynamo),
    nameOf: (table) => resources.named('AWS::DynamoDB::Table', `data${table}`),
    copyOf: async (table, at) => {
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

const until = async (holds: () => Promise<boolean>) => {
  while (!(await holds())) await wait(lookEvery)
}
