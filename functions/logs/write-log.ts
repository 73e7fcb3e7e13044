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
 * A log by numbers (see log-items.ts). Entries take their numbers and are written in one conditional write, so no
 * number is ever without its entry. Any page, any offset and any type cost the same however long the log is, the
 * count is exact, and deleting everything is one write: a new generation.
 */

/** How often a write is tried again when other writers came first. */
const tries = 100

/** An append without `since` may be repeated for this long. Milliseconds. */
const repeatTime = 600_000

/**
 * How far back an append looks for its keys, in items, however long the log has grown since. An entry that is appended again after
 * that many others is written twice, which harms less than an alert that waits for its own log.
 */
const maxTailItems = 500

/** How far two machines' clocks may be apart. Milliseconds. */
const clockSkew = 10_000

/**
 * Appends a user's entries in their order; those with a key once, however often they come.
 * @param beside what is written once they are, in the call that writes their pointers
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
    // A copy: another append under way in this process must not take for written what is about to be.
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

/** The end of a log: its head, and the keys of the entries made at `from` (epoch milliseconds) or later. */
type Tail = {
  readonly head: Head | null
  /** Whether this process knows that the pointers to the head are written. */
  readonly isPointedAt: boolean
  readonly from: number
  readonly keys: Set<string>
}

/**
 * The ends of the logs that this process wrote to last. Anyone who writes after another meets that one's number, so what
 * is kept is true as long as the next write succeeds.
 */
const tails = new Map<string, Tail>()

const keptTails = 100

const keptKeys = 1_000

const keep = (userId: string, tail: Tail) => {
  if (tail.keys.size > keptKeys) return
  tails.set(userId, tail)
  for (const [oldest] of tails) if (tails.size > keptTails) tails.delete(oldest)
}

/** A tail that surely has the entries' keys if any entry has them. */
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
        // The head, and whatever came since: mostly nothing or little.
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
 * A writer may have ended between an item and its pointers. The writer of the next item sees to them first, so that
 * only the newest item of a log can be without them.
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
      place % markEvery === 1 ? [markItem(userId, list, gen, place, at)] : [],
    )
  })
}

/**
 * Empties a log at once, however long it is: what it held is in a generation no longer read, and expires.
 * @returns if the log then stands
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
