import { isDeepStrictEqual } from 'node:util'
import {
  BatchGetCommand,
  BatchWriteCommand,
  type DynamoDBDocumentClient,
  paginateScan,
} from '@aws-sdk/lib-dynamodb'
import type { TableName } from '../../../shared/platform/tables.ts'
import { untilProcessed } from './until-processed.ts'

/**
 * What a restore does to the rows of a table. `replace`: they become what they were. `fill`: what is missing comes back,
 * and nothing that is there changes. What is in neither never comes back: an ended session must not live again.
 */
export const restorable = {
  users: 'replace',
  passwords: 'replace',
  settings: 'replace',
  instruments: 'replace',
  /** The secrets themselves are not restored, so those that were given out since stay known. */
  webhookSecrets: 'fill',
  /** An alert that has traded since must never be as it was before it did. */
  alerts: 'fill',
  accounts: 'fill',
  /** A code that was taken since stays taken. */
  factors: 'fill',
  logs: 'fill',
  journal: 'fill',
  notices: 'fill',
} as const satisfies Partial<Record<TableName, 'replace' | 'fill'>>
export type Restorable = keyof typeof restorable

/** What people made: it comes back unless other tables are named. */
export const usuallyRestored: readonly Restorable[] = ['users', 'passwords', 'settings', 'instruments']

type Item = Readonly<Record<string, unknown>>

/** Rows that were, or would be, put and removed, and those that are as they were. */
export type Difference = { readonly put: number; readonly removed: number; readonly same: number }

/**
 * Compares a table with a copy of what it was, and makes it that if `apply` reports it. Holds a page of rows at a time,
 * however long the table is, and may be repeated.
 * @param now epoch milliseconds: what has expired by then does not come back
 */
export const putBack = async (
  client: DynamoDBDocumentClient,
  { live, copy, mode }: { readonly live: string; readonly copy: string; readonly mode: 'replace' | 'fill' },
  apply: boolean,
  now: number,
): Promise<Difference> => {
  let [put, removed, same] = [0, 0, 0]
  for await (const rows of pagesOf(client, copy)) {
    const there = await rowsWithKeys(client, live, rows)
    const missing = rows.filter((row) => {
      const held = there.get(keyTextOf(row))
      if (isExpired(row, now)) return false
      return held === undefined || (mode === 'replace' && !isDeepStrictEqual(held, row))
    })
    put += missing.length
    same += rows.length - missing.length
    if (apply)
      await write(
        client,
        live,
        missing.map((Item) => ({ PutRequest: { Item } })),
      )
  }
  if (mode === 'replace')
    for await (const rows of pagesOf(client, live)) {
      const then = await rowsWithKeys(client, copy, rows)
      const newer = rows.filter((row) => !then.has(keyTextOf(row)))
      removed += newer.length
      if (apply)
        await write(
          client,
          live,
          newer.map((row) => ({ DeleteRequest: { Key: keyOf(row) } })),
        )
    }
  return { put, removed, same }
}

/** Rows as DynamoDB pages them. */
export const pagesOf = async function* (client: DynamoDBDocumentClient, table: string) {
  for await (const { Items = [] } of paginateScan({ client }, { TableName: table, ConsistentRead: true }))
    yield Items as Item[]
}

const keyOf = ({ pk, sk }: Item) => ({ pk, ...(sk === undefined ? {} : { sk }) })
const keyTextOf = (row: Item) => JSON.stringify(keyOf(row))

const isExpired = ({ expiresAt }: Item, now: number) =>
  typeof expiresAt === 'number' && expiresAt * 1000 < now

const piecesOf = <Piece>(all: readonly Piece[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, piece) =>
    all.slice(piece * size, (piece + 1) * size),
  )

const rowsWithKeys = async (client: DynamoDBDocumentClient, table: string, rows: readonly Item[]) => {
  const found = new Map<string, Item>()
  for (const piece of piecesOf(rows, 100))
    await untilProcessed<Record<string, unknown>>(piece.map(keyOf), async (Keys) => {
      const { Responses, UnprocessedKeys } = await client.send(
        new BatchGetCommand({ RequestItems: { [table]: { Keys, ConsistentRead: true } } }),
      )
      for (const row of Responses?.[table] ?? []) found.set(keyTextOf(row), row)
      return UnprocessedKeys?.[table]?.Keys ?? []
    })
  return found
}

type Write = NonNullable<BatchWriteCommand['input']['RequestItems']>[string][number]

const write = async (client: DynamoDBDocumentClient, table: string, writes: readonly Write[]) => {
  for (const piece of piecesOf(writes, 25))
    await untilProcessed(piece, async (left) => {
      const { UnprocessedItems } = await client.send(
        new BatchWriteCommand({ RequestItems: { [table]: left } }),
      )
      return UnprocessedItems?.[table] ?? []
    })
}
