import type { Version } from '../aws/list-version.ts'
import { readHead, versionOf } from './log-store.ts'
import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { setTimeout as wait } from 'node:timers/promises'
import type { LogFilter } from '../../shared/logs/log.schema.ts'
import {
  deletionItem,
  type Head,
  headFrom,
  type Item,
  keysOf,
  markEvery,
  markItem,
  mostInItem,
  newestFirst,
  nextItem,
  numbered,
  pointersTo,
} from './log-items.ts'
import { type BatchedWrite, batchWriteAcross, putIn } from '../aws/batch-write.ts'
import { dynamo, tableName, isWrittenOnce } from '../aws/table.ts'
import type { NewLogEntry } from '../trading/ports/store.ts'

/**
 * This file writes a log (see log-items.ts). An entry gets its number in the conditional write that stores it, so that
 * no number lacks an entry. The cost of reading a page does not depend on the log's length, the count is exact, and one
 * write deletes the whole log.
 */

/** Maximum number of attempts at a write if other writers come first. */
const tries = 100

/** Maximum milliseconds between the first and the last append of an entry that has no `since`. */
const repeatTime = 600_000

/**
 * Maximum number of items that an append searches for its keys. An entry that is repeated after more items is written
 * twice. That is better than an alert that waits for its log.
 */
const maxTailItems = 500

/** Maximum difference between the clocks of two machines in milliseconds. */
const clockSkew = 10_000

/**
 * Appends a user's entries in order. An entry with a key is written only once, however often it is appended.
 * @param beside other writes to send together with the pointers
 */
export const appendLog = async (entries: readonly NewLogEntry[], beside: readonly BatchedWrite[] = []) => {
  for (let from = 0; from < entries.length; from += mostInItem) {
    const isLast = from + mostInItem >= entries.length
    await appendTogether(entries.slice(from, from + mostInItem), isLast ? beside : [])
  }
}

const appendTogether = async (entries: readonly NewLogEntry[], beside: readonly BatchedWrite[]) => {
  const userId = entries[0]?.userId ?? ''
  for (let turn = 0; turn < tries; turn += 1) {
    const tail = await tailFor(userId, entries)
    tails.delete(userId)
    // The keys are copied. Otherwise another append in this process could consider these entries written although they
    // are not.
    const keys = new Set(tail.keys)
    const [first, ...others] = entries.filter(({ key }) => {
      const isNew = key === undefined || !keys.has(key)
      if (key !== undefined) keys.add(key)
      return isNew
    })
    if (!first) return batchWriteAcross(beside)
    if (tail.head && !tail.isPointedAt) await completePointers(userId, tail.head.item)
    const item = nextItem(tail.head, [first, ...others])
    if (await putNew(item)) {
      await batchWriteAcross([
        ...[...pointersTo(userId, item), ...marksFor(userId, item)].map(putIn('logs')),
        ...beside,
      ])
      keep(userId, { ...tail, head: headFrom(item), isPointedAt: true, keys })
      return
    }
    await wait(Math.random() * Math.min(turn * 5, 100))
  }
  throw tooMany()
}

const tooMany = () => new Error('The log is written to by too many at once')

/** The newest item of a log (`head`), and the keys of all entries at or after `from` (epoch milliseconds). */
type Tail = {
  readonly head: Head | null
  /** Whether this process knows that the pointers to the head's entries have been written. */
  readonly isPointedAt: boolean
  readonly from: number
  readonly keys: Set<string>
}

/**
 * The tails of the logs to which this process wrote last. If another writer has written in the meantime, the next write
 * conflicts. If the next write succeeds, the remembered tail was correct.
 */
const tails = new Map<string, Tail>()

const keptTails = 100

const keptKeys = 1_000

const keep = (userId: string, tail: Tail) => {
  if (tail.keys.size > keptKeys) return
  tails.set(userId, tail)
  for (const [oldest] of tails) if (tails.size > keptTails) tails.delete(oldest)
}

/** Returns a tail that contains the keys of these entries if the entries were written before. */
const tailFor = async (userId: string, entries: readonly NewLogEntry[]): Promise<Tail> => {
  const from = Math.min(
    ...entries.map(({ key, since, at }) =>
      key === undefined ? Infinity : (since ?? at - repeatTime) - clockSkew,
    ),
  )
  const known = tails.get(userId)
  return known && known.from <= from ? known : readTail(userId, from)
}

const readTail = async (userId: string, from: number): Promise<Tail> => {
  const keys = new Set<string>()
  let head: Head | null = null
  let next: Record<string, unknown> | undefined
  let count = 0
  let oldest = from
  const tail = () => ({ head, isPointedAt: false, from: oldest, keys })
  do {
    const { Items, LastEvaluatedKey } = await dynamo().send(
      new QueryCommand({
        ...newestFirst(userId),
        // The first query needs only the head and newer items, of which there are usually few or none.
        Limit: from === Infinity ? 1 : head === null ? 8 : 100,
        ConsistentRead: true,
        ...(next ? { ExclusiveStartKey: next } : {}),
      }),
    )
    const items = (Items ?? []) as Item[]
    head ??= items[0] ? headFrom(items[0]) : null
    for (const item of items) {
      if ((item.createdAt as number) < from || headFrom(item).gen !== head?.gen) return tail()
      for (const key of keysOf(item)) keys.add(key)
      count += 1
      if (count < maxTailItems) continue
      oldest = item.createdAt as number
      return tail()
    }
    next = LastEvaluatedKey
  } while (next)
  return tail()
}

const put = (item: Item) => dynamo().send(new PutCommand({ TableName: tableName('logs'), Item: item }))

const putNew = (item: Item): Promise<boolean> =>
  isWrittenOnce(
    'logs',
    { pk: item.pk, sk: item.sk },
    (by) =>
      new PutCommand({
        TableName: tableName('logs'),
        Item: { ...item, by },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
  )

/**
 * Writes the pointers of an item that are missing because its writer ended too early. Each writer does this for the
 * previous item, so that only the newest item of a log can lack pointers.
 */
const completePointers = async (userId: string, item: Item) => {
  for (const pointer of pointersTo(userId, item)) {
    const { pk, sk } = pointer
    const { Item } = await dynamo().send(
      new GetCommand({ TableName: tableName('logs'), Key: { pk, sk }, ConsistentRead: true }),
    )
    if (!Item) await put(pointer)
  }
}

const marksFor = (userId: string, item: Item): Item[] => {
  const { gen } = headFrom(item)
  return numbered(item).flatMap(({ type, number, numberOfType, at }) => {
    const places: [LogFilter, number][] = [
      ['ALL', number],
      [type, numberOfType],
    ]
    return places.flatMap(([list, place]) =>
      place % markEvery === 1 ? [markItem({ userId, list, gen }, place, at)] : [],
    )
  })
}

/**
 * Clears a log at once, however long it is. Its entries remain in a generation that is no longer read, until they
 * expire.
 * @returns the new version
 */
export const deleteLogs = async (userId: string, now = Date.now()): Promise<Version> => {
  tails.delete(userId)
  for (let turn = 0; turn < tries; turn += 1) {
    const head = await readHead(userId, true)
    if (!head || head.total === 0) return versionOf(head)
    const item = deletionItem(userId, head, now)
    if (await putNew(item)) return versionOf(headFrom(item))
  }
  throw tooMany()
}
