import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { tables, type TableName } from '../../shared/platform/tables.ts'
import { batchWrite } from './batch-write.ts'
import { dynamo, tableName } from './table.ts'

export type Item = Readonly<Record<string, unknown>>
/** Returns whether there is time for more work. */
export type InTime = () => boolean

/**
 * Deletes items of one table.
 * @returns false if time ran out
 */
export const deleteItems = (table: TableName, items: readonly Item[], inTime: InTime) => {
  const keyOf = ({ pk, sk }: Item) => (tables[table].sort ? { pk, sk } : { pk })
  return batchWrite(
    table,
    items.map((item) => ({ DeleteRequest: { Key: keyOf(item) } })),
    inTime,
  )
}

/**
 * Deletes all items with a partition key.
 * @returns false if time ran out
 */
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

/** Where an unfinished scan continues; undefined if it starts at the beginning. */
export type ScanStart = Item | undefined

/**
 * Scans a whole table page by page. This is for items that cannot be found by key, and only for rare work.
 * @param attributes the attributes to read in addition to the key
 * @param onPage returns false if time ran out before the page was done
 * @returns where to continue if time ran out; null at the end of the table
 */
export const scanPages = async (
  table: TableName,
  attributes: readonly string[],
  { from: start, inTime = () => true }: { readonly from?: ScanStart; readonly inTime?: InTime },
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

/** Finds all matching items of a small table. */
export const findItems = async (
  table: TableName,
  attributes: readonly string[],
  isWanted: (item: Item) => boolean,
): Promise<Item[]> => {
  const found: Item[] = []
  await scanPages(table, attributes, {}, (items) => {
    found.push(...items.filter(isWanted))
    return Promise.resolve(true)
  })
  return found
}

const keyNames = (table: TableName) => (tables[table].sort ? ['pk', 'sk'] : ['pk'])
