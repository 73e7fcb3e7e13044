import { BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import type { TableName } from '../../shared/platform/tables.ts'
import { dynamo, tableName } from './table.ts'
import { untilProcessed } from './until-processed.ts'

type Requests = NonNullable<BatchWriteCommandInput['RequestItems']>[string]

/** DynamoDB takes at most this many writes in one call. */
const mostInCall = 25

/** Writes and deletes, none of them conditional, until all are done. @returns false when the time was up first */
export const batchWrite = async (table: TableName, requests: Requests, inTime = () => true) => {
  for (let from = 0; from < requests.length; from += mostInCall) {
    const send = async (open: Requests) => {
      const { UnprocessedItems } = await dynamo().send(
        new BatchWriteCommand({ RequestItems: { [tableName(table)]: open } }),
      )
      return UnprocessedItems?.[tableName(table)] ?? []
    }
    if (!(await untilProcessed(requests.slice(from, from + mostInCall), send, inTime))) return false
  }
  return true
}
