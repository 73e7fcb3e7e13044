import { randomUUID } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  type DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  type UpdateCommand,
  type UpdateCommandOutput,
} from '@aws-sdk/lib-dynamodb'
import { tableEnv } from '../../shared/platform/env.ts'
import type { TableName } from '../../shared/platform/tables.ts'
import { requireEnv } from './env.ts'
import { awsTimeouts } from './timeouts.ts'
import { untilProcessed } from './until-processed.ts'
import { withinCall } from './within-call.ts'

let documents: DynamoDBDocumentClient | undefined

/**
 * One client per process, created on first use. It retries rarely and has short timeouts, so the webhook can respond
 * within its three seconds even if a table is slow.
 */
export const dynamo = () =>
  (documents ??= DynamoDBDocumentClient.from(
    withinCall(new DynamoDBClient({ maxAttempts: 3, requestHandler: awsTimeouts(1_500) })),
    {
      marshallOptions: { removeUndefinedValues: true },
    },
  ))

/** The deployed name of a table. */
export const tableName = (table: TableName) => requireEnv(tableEnv(table))

type Item = Readonly<Record<string, unknown>>
type Keys = Partial<Record<TableName, readonly Item[]>>
type Wanted = { readonly table: TableName; readonly key: Item }

/** DynamoDB's maximum number of keys in one call. */
const mostKeysInCall = 100

/**
 * Reads all items with these keys. Items that do not exist are left out.
 * @param isConsistent whether the read is strongly consistent, which costs twice the read units
 */
export const batchGet = async (keys: Keys, isConsistent = true): Promise<ReadonlyMap<TableName, Item[]>> => {
  const found = new Map<TableName, Item[]>()
  const wanted = Object.entries(keys).flatMap(([table, each]) =>
    each.map((key) => ({ table, key })),
  ) as Wanted[]
  const send = async (asked: Wanted[]): Promise<Wanted[]> => {
    const byTable = Object.groupBy(asked, ({ table }) => table)
    const tables = Object.keys(byTable) as TableName[]
    const { Responses = {}, UnprocessedKeys = {} } = await dynamo().send(
      new BatchGetCommand({
        RequestItems: Object.fromEntries(
          tables.map((table) => [
            tableName(table),
            { Keys: byTable[table]?.map(({ key }) => key), ConsistentRead: isConsistent },
          ]),
        ),
      }),
    )
    return tables.flatMap((table) => {
      const name = tableName(table)
      found.set(table, [...(found.get(table) ?? []), ...(Responses[name] ?? [])])
      return (UnprocessedKeys[name]?.Keys ?? []).map((key) => ({ table, key }))
    })
  }
  for (let from = 0; from < wanted.length; from += mostKeysInCall)
    await untilProcessed(wanted.slice(from, from + mostKeysInCall), send)
  return found
}

type Write = PutCommand | UpdateCommand | DeleteCommand

/**
 * Sends a write that has a condition.
 * @returns its response; null if the condition was not met
 */
export const conditionally = async (
  write: Write,
): Promise<Pick<UpdateCommandOutput, 'Attributes'> | null> => {
  try {
    // All three kinds of write have the same response.
    return await dynamo().send(write as UpdateCommand)
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return null
    throw error
  }
}

/**
 * Returns the condition that an item still has the attributes that were read. If `read` is null, the condition is that
 * the item does not exist.
 */
export const ifStill = (read: Readonly<Record<string, string | number>> | null) => {
  if (read === null) return { ConditionExpression: 'attribute_not_exists(pk)' }
  const each = Object.entries(read)
  return {
    ConditionExpression: each.map(([name]) => `#${name} = :${name}`).join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(each.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(each.map(([name, value]) => [`:${name}`, value])),
  }
}

/**
 * Replaces an item if it still has the previous version.
 * @param item the item's attributes; `version` 1 creates the item
 * @returns false if the version differs
 */
export const saveVersion = async (
  table: TableName,
  Key: Item,
  item: Item & { readonly schema: number; readonly version: number },
): Promise<boolean> => {
  const { schema, version, ...rest } = item
  return isWrittenOnce(
    table,
    Key,
    (by) =>
      new PutCommand({
        TableName: tableName(table),
        Item: { ...Key, schema, version, ...rest, by },
        ...ifStill(version === 1 ? null : { version: version - 1 }),
      }),
  )
}

/**
 * Sends a write that has a condition.
 * @returns false if the condition was not met
 */
export const isWritten = async (write: Write): Promise<boolean> => (await conditionally(write)) !== null

/**
 * Sends a conditional write that makes its own condition false. If the response is lost, the SDK retries, and the retry
 * is refused. A mark in the item then shows whether this write or another write came first.
 * @param write sets the attribute `by` to the given mark
 * @returns false if another write came first
 */
export const isWrittenOnce = async (
  table: TableName,
  Key: Item,
  write: (by: string) => Write,
): Promise<boolean> => {
  const by = randomUUID().slice(0, 8)
  if (await isWritten(write(by))) return true
  const { Item: stored } = await dynamo().send(
    new GetCommand({ TableName: tableName(table), Key, ConsistentRead: true }),
  )
  return stored?.by === by
}
