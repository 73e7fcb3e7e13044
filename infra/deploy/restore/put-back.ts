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
 * How a restore changes the rows of each table. `replace`: the table returns to its earlier rows. `fill`: missing rows
 * are added and existing rows stay. Tables that are not listed are never restored, for example because an ended session
 * must not become valid again.
 */
export const restorable = {
  users: 'replace',
  passwords: 'replace',
  settings: 'replace',
  instruments: 'replace',
  /** Webhook secrets that were issued after the backup stay valid, so their rows must stay. */
  webhookSecrets: 'fill',
  /** An alert that has traded after the backup must not return to its state before the trade. */
  alerts: 'fill',
  accounts: 'fill',
  /** A one-time code that was used must stay used. */
  factors: 'fill',
  logs: 'fill',
  journal: 'fill',
  notices: 'fill',
} as const satisfies Partial<Record<TableName, 'replace' | 'fill'>>
export type Restorable = keyof typeof restorable

/** Tables that are restored by default. They contain what users created. */
export const usuallyRestored: readonly Restorable[] = ['users', 'passwords', 'settings', 'instruments']

type Item = Readonly<Record<string, unknown>>

/** Number of rows that are written, removed and unchanged. If `apply` is false, nothing is changed yet. */
export type Difference = { readonly put: number; readonly removed: number; readonly same: number }

/**
 * Compares a table with a copy of its earlier state, and restores the table if `apply` is true. Only one page of rows
 * is in memory at a time. The call can be repeated safely.
 * @param now epoch milliseconds; rows that expired before this time are not restored
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

/** Yields a table's rows page by page. */
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
