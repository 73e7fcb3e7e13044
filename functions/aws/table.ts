import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { tableEnv } from '../../shared/env.ts'
import type { TableName } from '../../shared/tables.ts'
import { requireEnv } from './env.ts'
import { awsTimeouts } from './timeouts.ts'

let documents: DynamoDBDocumentClient | undefined

/**
 * One client per process, made when first asked for. Retries are few and timeouts short: a slow table must not eat
 * the webhook's three seconds.
 */
export const dynamo = () =>
  (documents ??= DynamoDBDocumentClient.from(
    new DynamoDBClient({ maxAttempts: 3, requestHandler: awsTimeouts(1_500) }),
    {
      marshallOptions: { removeUndefinedValues: true },
    },
  ))

/** The deployed name of a table. */
export const tableName = (table: TableName) => requireEnv(tableEnv(table))

/** Whether a conditional write lost. */
export const lostCondition = (error: unknown) =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException'
