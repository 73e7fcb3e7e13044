import { BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import type { TableName } from '../../shared/platform/tables.ts'
import { dynamo, tableName } from './table.ts'
import { untilProcessed } from './until-processed.ts'

type Requests = NonNullable<BatchWriteCommandInput['RequestItems']>[string]

export type BatchedWrite = { readonly table: TableName; readonly request: Requests[number] }

export const putIn =
  (table: TableName) =>
  (item: Record<string, unknown>): BatchedWrite => ({
    table,
    request: { PutRequest: { Item: { ...item, schema: item.schema } } },
  })

/** DynamoDB's maximum number of writes in one call. */
const mostInCall = 25

/**
 * Puts and deletes items without conditions, until all are written or time runs out.
 * @returns false if time ran out
 */
export const batchWrite = (table: TableName, requests: Requests, inTime?: () => boolean) =>
  batchWriteAcross(
    requests.map((request) => ({ table, request })),
    inTime,
  )

/** Puts and deletes items of several tables. */
export const batchWriteAcross = async (writes: readonly BatchedWrite[], inTime = () => true) => {
  for (let from = 0; from < writes.length; from += mostInCall)
    if (!(await untilProcessed(writes.slice(from, from + mostInCall), sendBatch, inTime))) return false
  return true
}

const sendBatch = async (writes: readonly BatchedWrite[]): Promise<readonly BatchedWrite[]> => {
  const byTable = Map.groupBy(writes, ({ table }) => table)
  const RequestItems = Object.fromEntries(
    [...byTable].map(([table, those]) => [tableName(table), those.map(({ request }) => request)]),
  )
  const { UnprocessedItems = {} } = await dynamo().send(new BatchWriteCommand({ RequestItems }))
  return [...byTable.keys()].flatMap((table) =>
    (UnprocessedItems[tableName(table)] ?? []).map((request) => ({ table, request })),
  )
}
