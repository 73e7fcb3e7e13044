import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import type { Instrument, KnownInstrument } from '../../shared/instruments/instrument.schema.ts'
import { ifStill, batchGet, dynamo, tableName, isWritten } from '../aws/table.ts'
import { isOlder, type Version } from '../aws/list-version.ts'

/**
 * The number of chunks of a user's list. A head item names the current slot of each chunk, which has two. A change
 * writes to the unused slots and then switches the head, so that the list is never a mixture of old and new. A process
 * keeps the chunks that it has read, so that one small read of the head is enough for any page or search.
 */
const chunkCount = 64
/** Maximum compressed size of a chunk in bytes, because it must fit into one item. */
const largestChunk = 350_000

const normalised = (marketAndSymbol: string) => marketAndSymbol.trim().toUpperCase()
const digest = (text: string) => createHash('sha256').update(text).digest()
const chunkOf = (marketAndSymbol: string) => (digest(normalised(marketAndSymbol))[0] as number) % chunkCount

/** The ID of an instrument, which depends only on its name and survives edits of other fields. */
export const instrumentId = (marketAndSymbol: string) =>
  digest(normalised(marketAndSymbol)).toString('hex').slice(0, 16)

// --- the head ---------------------------------------------------------------------------------------------------------

export type InstrumentsHead = {
  /** Number of changes that have taken effect. */
  readonly version: number
  /**
   * Number of changes that have started. A change with a higher number may overwrite one with a lower number, never the
   * reverse.
   */
  readonly begun: number
  /** The current slot of each chunk with the number of the change that wrote it, such as `a17`; '' if empty. */
  readonly chunks: readonly string[]
}

const noHead: InstrumentsHead = { version: 0, begun: 0, chunks: Array<string>(chunkCount).fill('') }

export const instrumentsHeadKey = (userId: string) => ({ pk: `${userId}#instruments`, sk: 'head' })

export const instrumentsHeadFrom = (item: Record<string, unknown> | undefined): InstrumentsHead =>
  item
    ? { version: item.version as number, begun: item.begun as number, chunks: item.chunks as string[] }
    : noHead

const readHead = async (userId: string, strongly: boolean): Promise<InstrumentsHead> => {
  const { Item } = await dynamo().send(
    new GetCommand({
      TableName: tableName('instruments'),
      Key: instrumentsHeadKey(userId),
      ConsistentRead: strongly,
    }),
  )
  return instrumentsHeadFrom(Item)
}

/**
 * Records in the head that a change starts.
 * @param head the head that the caller read
 * @returns the number of the change; null if another change came first
 */
const begin = async (userId: string, head: InstrumentsHead): Promise<number | null> =>
  (await saveHead(userId, head, { ...head, begun: head.begun + 1 })) ? head.begun + 1 : null

/** @returns false if the stored head no longer has the same version and last started change as `before` */
const saveHead = async (userId: string, before: InstrumentsHead, next: InstrumentsHead): Promise<boolean> => {
  return isWritten(
    new PutCommand({
      TableName: tableName('instruments'),
      Item: { ...instrumentsHeadKey(userId), schema: 1, ...next },
      ...ifStill(before.begun === 0 ? null : { begun: before.begun, version: before.version }),
    }),
  )
}

// --- chunks -----------------------------------------------------------------------------------------------------------

type RowPlace = { readonly place: number; readonly row: KnownInstrument }
type Chunk = { readonly id: string; readonly rows: readonly RowPlace[] }

const slotOf = (id: string) => id.slice(0, 1)
const chunkKey = (userId: string, slot: string, number: number) => ({
  pk: `${userId}#instruments#chunks`,
  sk: `${slot}${String(number).padStart(2, '0')}`,
})

/** Chunks that this process has read, by user and chunk number. */
const kept = new Map<string, Map<number, Chunk>>()
/** Maximum number of users whose chunks stay in memory. A list of 10,000 instruments takes about 10 MB. */
const keptUsers = 8

const keptOf = (userId: string) => {
  const chunks = kept.get(userId) ?? new Map<number, Chunk>()
  kept.delete(userId)
  kept.set(userId, chunks)
  for (const [oldest] of kept) if (kept.size > keptUsers) kept.delete(oldest)
  return chunks
}

/**
 * Reads the chunks with these numbers, in the slots that the head names.
 * @returns null if the list was changed during the read
 */
const readChunks = async (
  userId: string,
  head: InstrumentsHead,
  numbers: readonly number[],
): Promise<readonly Chunk[] | null> => {
  const known = keptOf(userId)
  const idOf = (number: number) => head.chunks[number] ?? ''
  const missing = () =>
    numbers.filter((number) => idOf(number) !== '' && known.get(number)?.id !== idOf(number))
  // An eventually consistent read may lag behind the head. If it does, the missing chunks are read with strong
  // consistency.
  for (const strongly of [false, true]) {
    const keys = missing().map((number) => chunkKey(userId, slotOf(idOf(number)), number))
    for (const item of (await batchGet({ instruments: keys }, strongly)).get('instruments') ?? []) {
      const number = Number((item.sk as string).slice(1))
      const id = `${slotOf(item.sk as string)}${item.change as number}`
      if (id === idOf(number)) known.set(number, { id, rows: unpack(item.rows as Uint8Array) })
    }
  }
  if (missing().length > 0) return null
  return numbers.map((number) => (idOf(number) === '' ? { id: '', rows: [] } : (known.get(number) as Chunk)))
}

const pack = (rows: readonly RowPlace[]) => gzipSync(JSON.stringify(rows))
const unpack = (bytes: Uint8Array) => JSON.parse(gunzipSync(bytes).toString()) as RowPlace[]

/** @returns false if a later change has already written this chunk */
const putChunk = async (key: { pk: string; sk: string }, change: number, rows: readonly RowPlace[]) => {
  const packed = pack(rows)
  if (packed.length > largestChunk)
    throw new VisibleError('FILE_TOO_LARGE', 'The list is too long. Upload fewer instruments')
  return isWritten(
    new PutCommand({
      TableName: tableName('instruments'),
      Item: { ...key, schema: 1, change, rows: packed },
      ConditionExpression: 'attribute_not_exists(pk) OR change < :change',
      ExpressionAttributeValues: { ':change': change },
    }),
  )
}

// --- reading ----------------------------------------------------------------------------------------------------------

/** How often a read or a change is attempted if other changes interfere. */
const tries = 5

const changedMeanwhile = () =>
  new VisibleError('CHANGED_MEANWHILE', 'Your instruments were changed in another tab or session. Try again')

const all = Array.from({ length: chunkCount }, (_, number) => number)

type List = { readonly head: InstrumentsHead; readonly chunks: readonly Chunk[] }

const readList = async (userId: string, first: InstrumentsHead): Promise<List> => {
  let head = first
  for (let turn = 0; turn < tries; turn += 1) {
    const chunks = await readChunks(userId, head, all)
    if (chunks) return { head, chunks }
    head = await readHead(userId, true)
  }
  throw changedMeanwhile()
}

/** Lists that this process has sorted, so that a poll does not sort them again. */
const ordered = new Map<string, { readonly head: string; readonly rows: readonly Instrument[] }>()

const inOrder = (userId: string, { head, chunks }: List): readonly Instrument[] => {
  const name = head.chunks.join()
  const known = ordered.get(userId)
  if (known?.head === name) return known.rows
  const rows = chunks
    .flatMap((chunk) => chunk.rows)
    .sort((a, b) => a.place - b.place)
    .map(({ row }) => ({ id: instrumentId(row.marketAndSymbol), ...row }))
  ordered.set(userId, { head: name, rows })
  for (const [oldest] of ordered) if (ordered.size > keptUsers) ordered.delete(oldest)
  return rows
}

export type OpenInstruments = {
  readonly version: Version
  readonly rows: () => Promise<readonly Instrument[]>
}

/**
 * @param known a version that the caller knows. With it, an eventually consistent read is enough, unless it returns an
 * older version. Without it, the read is strongly consistent.
 */
export const openInstruments = async (userId: string, known?: Version | null): Promise<OpenInstruments> => {
  let head = await readHead(userId, known === undefined)
  if (known && isOlder([head.version], known)) head = await readHead(userId, true)
  return { version: [head.version], rows: async () => inOrder(userId, await readList(userId, head)) }
}

export const listInstruments = async (userId: string): Promise<readonly Instrument[]> =>
  (await openInstruments(userId)).rows()

/**
 * Finds an instrument by market and symbol in any letter case. Reads only the necessary chunks of the list.
 * @param known the current head, if it was just read
 * @param soon other names that are needed next and are read in the same request
 */
export const findInstrument = async (
  userId: string,
  marketAndSymbol: string,
  known?: InstrumentsHead,
  soon: readonly string[] = [],
): Promise<KnownInstrument | null> => {
  const name = normalised(marketAndSymbol)
  const numbers = [...new Set([name, ...soon.map(normalised)].map(chunkOf))]
  let head = known ?? (await readHead(userId, true))
  for (let turn = 0; turn < tries; turn += 1) {
    const chunks = await readChunks(userId, head, numbers)
    if (chunks)
      return chunks[0]?.rows.find(({ row }) => normalised(row.marketAndSymbol) === name)?.row ?? null
    head = await readHead(userId, true)
  }
  throw changedMeanwhile()
}

// --- changing ---------------------------------------------------------------------------------------------------------

/** @throws VisibleError if the new list is not allowed */
export type CheckList = (
  before: readonly KnownInstrument[],
  after: readonly KnownInstrument[],
) => Promise<void>

/**
 * Changes the list by a pure function, which runs again if another change came first. Only chunks that differ are
 * written.
 * @param change returns null to leave the list unchanged
 * @param check refuses a list before it is written
 * @returns the current version
 * @throws VisibleError CHANGED_MEANWHILE if other changes came first every time; FILE_TOO_LARGE
 */
export const changeInstruments = async (
  userId: string,
  change: (rows: readonly Instrument[]) => readonly (KnownInstrument & { readonly id?: string })[] | null,
  check?: CheckList,
): Promise<Version> => {
  for (let turn = 0; turn < tries; turn += 1) {
    const list = await readList(userId, await readHead(userId, true))
    const before = inOrder(userId, list)
    const rows = change(before)
    if (rows === null) return [list.head.version]
    await check?.(before, rows)
    const version = await write(userId, list, rows)
    if (version !== null) return [version]
  }
  throw changedMeanwhile()
}

const write = async (
  userId: string,
  { head, chunks }: List,
  rows: readonly (KnownInstrument & { readonly id?: string })[],
): Promise<number | null> => {
  const next = all.map((): RowPlace[] => [])
  rows.forEach(({ id: _, ...row }, place) => next[chunkOf(row.marketAndSymbol)]?.push({ place, row }))
  const differing = all.filter(
    (number) => JSON.stringify(next[number]) !== JSON.stringify(chunks[number]?.rows ?? []),
  )
  if (differing.length === 0) return head.version
  const change = await begin(userId, head)
  if (change === null) return null
  const ids = [...head.chunks]
  for (const group of inGroups(differing, 16)) {
    const written = await Promise.all(
      group.map(async (number) => {
        const rowsThere = next[number] ?? []
        const slot = slotOf(head.chunks[number] ?? '') === 'a' ? 'b' : 'a'
        ids[number] = rowsThere.length === 0 ? '' : `${slot}${change}`
        return rowsThere.length === 0 || putChunk(chunkKey(userId, slot, number), change, rowsThere)
      }),
    )
    if (!written.every(Boolean)) return null
  }
  const version = head.version + 1
  const begun = { ...head, begun: change }
  return (await saveHead(userId, begun, { version, begun: change, chunks: ids })) ? version : null
}

const inGroups = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
