import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { KnownInstrument } from '../../shared/instruments/instrument.schema.ts'
import type { EarlierList } from '../../shared/instruments/list-changes.schema.ts'
import { batchWrite } from '../aws/batch-write.ts'
import { dynamo, tableName } from '../aws/table.ts'

/**
 * This file stores the lists that uploads replaced: at most the latest thirty, each for thirty days. A list is stored
 * in compressed parts, under the time at which it was replaced. Each part contains the list's total number of rows.
 */

const kept = 30 * 86_400_000
const mostKept = 30
/** Rows per part. A compressed part is far smaller than 400 kB, the maximum of a DynamoDB item. */
const rowsOfPart = 2_500

const earlierListsPartition = (userId: string) => `${userId}#instruments#earlier`

const idAt = (at: number, part: number) => `${new Date(at).toISOString()}#${String(part).padStart(2, '0')}`

/** @param at when the list was replaced, in epoch milliseconds */
export const keepEarlierList = async (userId: string, rows: readonly KnownInstrument[], at: number) => {
  if (rows.length === 0) return
  const parts = Array.from({ length: Math.ceil(rows.length / rowsOfPart) }, (_, part) => ({
    PutRequest: {
      Item: {
        pk: earlierListsPartition(userId),
        sk: idAt(at, part),
        schema: 1,
        count: rows.length,
        rows: gzipSync(JSON.stringify(rows.slice(part * rowsOfPart, (part + 1) * rowsOfPart))),
        expiresAt: Math.floor((at + kept) / 1000),
      },
    },
  }))
  await batchWrite('instruments', parts)
  await forgetOldest(userId)
}

const forgetOldest = async (userId: string) => {
  const parts = await query(userId, null)
  const old = [...new Set(parts.map(({ sk }) => idOf(sk)))].toSorted().slice(0, -mostKept)
  await batchWrite(
    'instruments',
    parts
      .filter(({ sk }) => old.includes(idOf(sk)))
      .map(({ sk }) => ({ DeleteRequest: { Key: { pk: earlierListsPartition(userId), sk } } })),
  )
}

/** Returns the ID of the list that a part belongs to, from the part's key. */
const idOf = (sk: string) => sk.slice(0, -3)

type Part = {
  readonly sk: string
  readonly count: number
  readonly rows: Uint8Array
  readonly expiresAt: number
}

const query = async (userId: string, id: string | null): Promise<Part[]> => {
  const parts: Part[] = []
  let from: Record<string, unknown> | undefined
  do {
    const { Items, LastEvaluatedKey } = await dynamo().send(
      new QueryCommand({
        TableName: tableName('instruments'),
        KeyConditionExpression: id === null ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :id)',
        ExpressionAttributeValues: {
          ':pk': earlierListsPartition(userId),
          ...(id === null ? {} : { ':id': `${id}#` }),
        },
        // The rows are not transferred for an overview of all lists, which does not need them.
        ...(id === null
          ? { ProjectionExpression: 'sk, #count, expiresAt', ExpressionAttributeNames: { '#count': 'count' } }
          : {}),
        ConsistentRead: true,
        ...(from ? { ExclusiveStartKey: from } : {}),
      }),
    )
    parts.push(...((Items ?? []) as Part[]))
    from = LastEvaluatedKey
  } while (from)
  // Expired items are filtered out, because DynamoDB may delete them days later.
  return parts.filter(({ expiresAt }) => expiresAt * 1000 > Date.now())
}

export const listEarlierLists = async (userId: string): Promise<EarlierList[]> =>
  (await query(userId, null))
    .filter(({ sk }) => sk.endsWith('#00'))
    .map(({ sk, count }) => {
      const id = idOf(sk)
      return { id, replacedAt: id, instruments: count }
    })
    .reverse()

/** Reads a replaced list. Returns null if it no longer exists or is incomplete. */
export const readEarlierList = async (
  userId: string,
  id: string,
): Promise<readonly KnownInstrument[] | null> => {
  const parts = await query(userId, id)
  const rows = parts.flatMap((part) => JSON.parse(gunzipSync(part.rows).toString()) as KnownInstrument[])
  return parts[0] && rows.length === parts[0].count ? rows : null
}
