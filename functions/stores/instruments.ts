import { BatchWriteCommand, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Instrument, InstrumentFields } from '../../shared/instrument.ts'
import { VisibleError } from '../../shared/error.ts'
import { dynamo, lostCondition, tableName } from './table.ts'

/**
 * A user's list in compressed chunks under a version, and a head item that says which version holds. An upload writes
 * new chunks and then switches the head: the old list or the new one, never a mixture. A process keeps the list that
 * it read for as long as the head still says that version: one small read for any page or search.
 */
const chunkCount = 64

type Head = { readonly version: number; readonly count: number; readonly listId: string }

const headKey = (userId: string) => ({ pk: `${userId}#instruments`, sk: 'head' })
const chunksKey = (userId: string, listId: string) => `${userId}#instruments#${listId}`
const normalised = (marketAndSymbol: string) => marketAndSymbol.trim().toUpperCase()
const digest = (text: string) => createHash('sha256').update(text).digest()
const chunkOf = (marketAndSymbol: string) => (digest(normalised(marketAndSymbol))[0] as number) % chunkCount

/** Stable while the name stays: an edit of other fields keeps it. */
export const instrumentId = (marketAndSymbol: string) =>
  digest(normalised(marketAndSymbol)).toString('hex').slice(0, 16)

const pack = (rows: readonly InstrumentFields[]) => gzipSync(JSON.stringify(rows))
const unpack = (bytes: Uint8Array) => JSON.parse(gunzipSync(bytes).toString()) as InstrumentFields[]

const getHead = async (userId: string): Promise<Head | null> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: tableName('instruments'), Key: headKey(userId), ConsistentRead: true }),
  )
  return Item
    ? { version: Item.version as number, count: Item.count as number, listId: Item.listId as string }
    : null
}

type List = {
  readonly listId: string
  readonly rows: readonly Instrument[]
  readonly byName: ReadonlyMap<string, Instrument>
}
const lists = new Map<string, List>()

/** The whole list in the file's order; read anew only when another version holds. */
const readList = async (userId: string): Promise<List> => {
  const head = await getHead(userId)
  if (!head) return { listId: '', rows: [], byName: new Map() }
  const known = lists.get(userId)
  if (known?.listId === head.listId) return known
  const placed: { row: Instrument; place: number }[] = []
  let from: Record<string, unknown> | undefined
  do {
    const { Items, LastEvaluatedKey } = await dynamo().send(
      new QueryCommand({
        TableName: tableName('instruments'),
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': chunksKey(userId, head.listId) },
        ConsistentRead: true,
        ...(from ? { ExclusiveStartKey: from } : {}),
      }),
    )
    for (const item of Items ?? []) {
      const places = item.places as number[]
      unpack(item.rows as Uint8Array).forEach((row, index) =>
        placed.push({
          row: { id: instrumentId(row.marketAndSymbol), ...row },
          place: places[index] as number,
        }),
      )
    }
    from = LastEvaluatedKey
  } while (from)
  const rows = placed.sort((a, b) => a.place - b.place).map(({ row }) => row)
  const list = {
    listId: head.listId,
    rows,
    byName: new Map(rows.map((row) => [normalised(row.marketAndSymbol), row])),
  }
  lists.set(userId, list)
  return list
}

export const listInstruments = async (userId: string): Promise<readonly Instrument[]> =>
  (await readList(userId)).rows

/** By market and symbol, in any letter case. */
export const findInstrument = async (
  userId: string,
  marketAndSymbol: string,
): Promise<InstrumentFields | null> =>
  (await readList(userId)).byName.get(normalised(marketAndSymbol)) ?? null

/** Replaces the whole list: all or nothing. @throws VisibleError CHANGED_MEANWHILE when another upload came first */
export const replaceInstruments = async (userId: string, rows: readonly InstrumentFields[]) => {
  const head = await getHead(userId)
  await writeList(userId, head, rows)
}

const writeList = async (userId: string, head: Head | null, rows: readonly InstrumentFields[]) => {
  const version = (head?.version ?? 0) + 1
  const listId = `${version}-${digest(`${userId} ${version} ${Math.random()} ${Date.now()}`).toString('hex').slice(0, 8)}`
  const chunks = new Map<number, { rows: InstrumentFields[]; places: number[] }>()
  rows.forEach((row, place) => {
    const number = chunkOf(row.marketAndSymbol)
    const chunk = chunks.get(number) ?? { rows: [], places: [] }
    chunk.rows.push(row)
    chunk.places.push(place)
    chunks.set(number, chunk)
  })
  const items = [...chunks].map(([number, chunk]) => ({
    pk: chunksKey(userId, listId),
    sk: String(number).padStart(2, '0'),
    rows: pack(chunk.rows),
    places: chunk.places,
  }))
  for (let from = 0; from < items.length; from += 16) await putAll(items.slice(from, from + 16))
  try {
    await dynamo().send(
      new PutCommand({
        TableName: tableName('instruments'),
        Item: { ...headKey(userId), schema: 1, version, listId, count: rows.length },
        ...(head
          ? {
              ConditionExpression: 'version = :before',
              ExpressionAttributeValues: { ':before': head.version },
            }
          : { ConditionExpression: 'attribute_not_exists(pk)' }),
      }),
    )
  } catch (error) {
    if (!lostCondition(error)) throw error
    throw new VisibleError('CHANGED_MEANWHILE', 'The instruments were changed elsewhere. Please try again')
  }
  if (head) await expireChunks(userId, head.listId)
}

const putAll = async (items: readonly Record<string, unknown>[]) => {
  let open = [...items]
  while (open.length > 0) {
    const { UnprocessedItems } = await dynamo().send(
      new BatchWriteCommand({
        RequestItems: { [tableName('instruments')]: open.map((Item) => ({ PutRequest: { Item } })) },
      }),
    )
    open = (UnprocessedItems?.[tableName('instruments')] ?? []).map(
      ({ PutRequest }) => PutRequest?.Item as Record<string, unknown>,
    )
  }
}

/** Chunks that nobody reads any more are deleted; a process that still reads them keeps its own copy. */
const expireChunks = async (userId: string, listId: string) => {
  const { Items } = await dynamo().send(
    new QueryCommand({
      TableName: tableName('instruments'),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': chunksKey(userId, listId) },
      ProjectionExpression: 'pk, sk',
    }),
  )
  for (let from = 0; from < (Items ?? []).length; from += 25)
    await dynamo().send(
      new BatchWriteCommand({
        RequestItems: {
          [tableName('instruments')]: (Items ?? [])
            .slice(from, from + 25)
            .map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
        },
      }),
    )
}

/** Changes rows of the list that holds. @param change null leaves the list as it is */
export const changeInstruments = async (
  userId: string,
  change: (rows: readonly Instrument[]) => readonly InstrumentFields[] | null,
) => {
  const head = await getHead(userId)
  const { rows } = await readList(userId)
  const changed = change(rows)
  if (changed) await writeList(userId, head, changed.map(withoutId))
}

const withoutId = (row: InstrumentFields & { readonly id?: string }): InstrumentFields => {
  const { id: _, ...fields } = row
  return fields
}
