import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { tables, type TableName } from '../../shared/platform/tables.ts'
import { batchWrite } from './batch-write.ts'
import { dynamo, tableName } from './table.ts'

export type Item = Readonly<Record<string, unknown>>
/** Whether there is time for more. */
export type InTime = () => boolean

/** Deletes the items of one table. @returns false when the time was up first */
export const deleteItems = (table: TableName, items: readonly Item[], inTime: InTime) => {
  const keyOf = ({ pk, sk }: Item) => (tables[table].sort ? { pk, sk } : { pk })
  return batchWrite(
    table,
    items.map((item) => ({ DeleteRequest: { Key: keyOf(item) } })),
    inTime,
  )
}

/** Deletes everything under one partition key. @returns false when the time was up first */
export const deletePartition = async (table: TableName, pk: string, inTime: InTime) => {
  let from: Record<string, unknown> | undefined
  do {
    const { Items, LastEvaluatedKey } = await dynamo().send(
      new QueryCommand({
        TableName: tableName(table),
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
        ProjectionExpression: keyNames(table).join(', '),
        ConsistentRead: true,
        ...(from ? { ExclusiveStartKey: from } : {}),
      }),
    )
    if (!(await deleteItems(table, Items ?? [], inTime))) return false
    from = LastEvaluatedKey
  } while (from)
  return true
}

/** Where a scan goes on that ran out of time; undefined: at the beginning. */
export type ScanStart = Item | undefined

/**
 * Goes through a whole table, page by page: what no key leads to. Only for what happens rarely.
 * @param attributes that are read and the key
 * @param onPage answers false when the time was up before it was done with the page
 * @returns if to go on when the time was up first; null at the end of the table
 */
export const scanPages = async (
  table: TableName,
  attributes: readonly string[],
  start: ScanStart,
  inTime: InTime,
  onPage: (items: readonly Item[]) => Promise<boolean>,
): Promise<{ readonly from: ScanStart } | null> => {
  const names = [...keyNames(table), ...attributes]
  let from = start
  do {
    if (!inTime()) return { from }
    const { Items, LastEvaluatedKey } = await dynamo().send(
      new ScanCommand({
        TableName: tableName(table),
        ProjectionExpression: names.map((name) => `#${name}`).join(', '),
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
        ConsistentRead: true,
        ...(from ? { ExclusiveStartKey: from } : {}),
      }),
    )
    if (!(await onPage(Items ?? []))) return { from }
    from = LastEvaluatedKey
  } while (from)
  return null
}

/** All items of a small table that are wanted. */
export const findItems = async (
  table: TableName,
  attributes: readonly string[],
  isWanted: (item: Item) => boolean,
): Promise<Item[]> => {
  const found: Item[] = []
  await scanPages(
    table,
    attributes,
    undefined,
    () => true,
    (items) => {
      found.push(...items.filter(isWanted))
      return Promise.resolve(true)
    },
  )
  return found
}

const keyNames = (table: TableName) => (tables[table].sort ? ['pk', 'sk'] : ['pk'])
