import { BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import type { TableName } from '../../shared/platform/tables.ts'
import { dynamo, tableName } from './table.ts'

type Requests = NonNullable<BatchWriteCommandInput['RequestItems']>[string]

/** DynamoDB takes at most this many writes in one call. */
const mostInCall = 25

/** Writes and deletes, none of them conditional, until all are done. @returns false when the time was up first */
export const batchWrite = async (table: TableName, requests: Requests, inTime = () => true) => {
  for (let from = 0; from < requests.length; from += mostInCall) {
    let open = requests.slice(from, from + mostInCall)
    while (open.length > 0) {
      if (!inTime()) return false
      const { UnprocessedItems } = await dynamo().send(
        new BatchWriteCommand({ RequestItems: { [tableName(table)]: open } }),
      )
      open = UnprocessedItems?.[tableName(table)] ?? []
    }
  }
  return true
}
