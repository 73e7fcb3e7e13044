import * as z from 'zod/mini'
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { LogEntry, LogFilter } from '../../shared/logs/log.schema.ts'
import { logFilters } from '../../shared/logs/log-types.ts'
import {
  countOf,
  type EndedCounts,
  endedSince,
  entryFrom,
  type Head,
  headFrom,
  type Item,
  listKey,
  type LogList,
  markBound,
  markedNumber,
  markEvery,
  marksKey,
  mostInItem,
  newestFirst,
  numberOf,
  pointedAt,
  pointersTo,
  shownFrom,
  sortKey,
  unfold,
} from './log-items.ts'
import { batchGet, dynamo, tableName } from '../aws/table.ts'
import { isOlder, type Version } from '../aws/list-version.ts'

/** The partitions of all lists of a log, with the head's partition last, for the deletion of a user. */
export const logPartitions = (userId: string): string[] =>
  [...logFilters]
    .sort((a, b) => Number(a === 'ALL') - Number(b === 'ALL'))
    .flatMap((list) => [marksKey(userId, list), listKey(userId, list)])

/**
 * Returns when the log was last cleared, in epoch milliseconds. Returns 0 if the log was never cleared, and null if the
 * log has no entries.
 */
export const logEmptiedAt = async (userId: string): Promise<number | null> => {
  const head = await readHead(userId, true)
  if (!head || head.total === 0) return null
  return head.gen === 1 ? 0 : head.begun
}

export type LogQuery = {
  readonly type: LogFilter
  /** `from` and `to` are epoch milliseconds, both included. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

export const readHead = async (userId: string, strongly: boolean): Promise<Head | null> => {
  const { Items } = await dynamo().send(
    new QueryCommand({ ...newestFirst(userId), Limit: 1, ConsistentRead: strongly }),
  )
  return Items?.[0] ? headFrom(Items[0]) : null
}

/** The version of a log, which increases with every change. */
export const versionOf = (head: Head | null): Version => (head ? [head.gen, head.total] : [0, 0])

/** A log at a certain time. Ranges of its entries stay the same when the log grows. */
export type OpenLog = { readonly userId: string; readonly version: Version; readonly head: Head | null }

/**
 * @param known a version that the caller knows. With it, an eventually consistent read is enough, unless it returns an
 * older version. Without it, the read is strongly consistent.
 */
export const openLog = async (userId: string, known?: Version | null): Promise<OpenLog> => {
  let head = await readHead(userId, known === undefined)
  if (known && isOlder(versionOf(head), known)) head = await readHead(userId, true)
  return { userId, version: versionOf(head), head }
}

/** The entries of a log that match a query, as numbers of the first and the last entry, both included. */
export const LogRange = z.object({
  userId: z.string(),
  list: z.enum(logFilters),
  gen: z.number(),
  first: z.number().check(z.int()),
  last: z.number().check(z.int()),
})

export type LogRange = z.infer<typeof LogRange>

export const findLogs = async (
  { userId, head }: OpenLog,
  query: LogQuery,
  now = Date.now(),
): Promise<LogRange> => {
  const range = head ? await rangeWithin(userId, head, query, now) : { first: 1, last: 0 }
  return { userId, list: query.type, gen: head?.gen ?? 0, ...range }
}

/**
 * Counts the alerts that ended at or after a time in epoch milliseconds. The cost does not depend on the log's length.
 */
export const countEnded = async ({ userId, head }: OpenLog, from: number): Promise<EndedCounts> => {
  const number = head ? await firstNotBefore(userId, 'ALL', head, from) : 1
  const first = Math.max(1, number - mostInItem)
  const range: LogRange = { userId, list: 'ALL', gen: head?.gen ?? 0, first, last: number - 1 }
  const [before = null] = number === 1 ? [] : await queryBetween(range, true, 1)
  return endedSince(head, number, before)
}

/** Whether the range belongs to this user's log, and the log has not been deleted since the range was found. */
export const logStillHolds = async (userId: string, range: LogRange) =>
  range.userId === userId && (await readHead(userId, true))?.gen === range.gen

/** Reads one page, newest first, and counts the matching entries. */
export const listLogs = async (userId: string, query: LogQuery, offset: number, limit: number) => {
  return pageOfLogs(await findLogs(await openLog(userId), query), offset, limit)
}

/** @returns the page, newest first, and the number of entries in the range */
export const pageOfLogs = async (range: LogRange, offset: number, limit: number) => {
  const { first, last } = range
  const newest = last - offset
  const oldest = Math.max(first, newest - limit + 1)
  const results = newest < oldest ? [] : (await readLogs(range, oldest, newest)).reverse()
  return { count: last - first + 1, results }
}

/** Reads entries by number, oldest first. */
export const readLogs = async (range: LogList, first: number, last: number): Promise<LogEntry[]> => {
  const items = await readItems(range, first, last)
  return (range.list === 'ALL' ? items : await readEntries(range, items)).map(entryFrom)
}

/**
 * If entries of one type are at most this many numbers apart on average, all entries in between are also read, because
 * that needs fewer requests.
 */
const mostBetween = 4

const readEntries = async (
  { userId, gen }: Pick<LogRange, 'userId' | 'gen'>,
  pointers: readonly Item[],
): Promise<readonly Item[]> => {
  const pointed = pointers.map(pointedAt)
  const [first, last] = [pointed[0], pointed.at(-1)]
  if (!first || !last) return []
  const all = { userId, list: 'ALL', gen } as const
  const isDense = last.number - first.number < mostBetween * pointed.length
  const read = async (strongly: boolean) => {
    const found = isDense
      ? await queryItems(all, first.number, last.number, strongly)
      : await getItems(all, [...new Set(pointed.map(({ within }) => within))], strongly)
    return new Map(found.map((item) => [numberOf(item), item]))
  }
  let entries = await read(false)
  if (pointed.some(({ number }) => !entries.has(number))) entries = await read(true)
  return pointed.flatMap(({ number }): Item | readonly Item[] => entries.get(number) ?? [])
}

const getItems = async (
  { userId, list, gen }: LogList,
  numbers: readonly number[],
  strongly: boolean,
): Promise<Item[]> => {
  const keys = numbers.map((number) => ({ pk: listKey(userId, list), sk: sortKey(gen, number) }))
  return ((await batchGet({ logs: keys }, strongly)).get('logs') ?? []).flatMap(unfold)
}

/**
 * Reads items by number. An eventually consistent read may lack the newest items. It is then repeated with strong
 * consistency, and the newest item may be taken from the head.
 */
const readItems = async (range: LogList, first: number, last: number): Promise<Item[]> => {
  const expected = last - first + 1
  let items = await queryItems(range, first, last, false)
  for (let turn = 0; items.length < expected && turn < 3; turn += 1) {
    items = await queryItems(range, first, last, true)
    if (items.length >= expected) break
    const head = await readHead(range.userId, true)
    if (head?.gen !== range.gen) continue
    const missing = pointersTo(range.userId, head.item)
      .filter(({ pk }) => pk === listKey(range.userId, range.list))
      .flatMap(unfold)
      .filter((pointer) => numberOf(pointer) > last - (expected - items.length) && numberOf(pointer) <= last)
    if (items.length + missing.length === expected) return [...items, ...missing]
  }
  return items
}

const queryItems = async (
  range: LogList,
  first: number,
  last: number,
  strongly: boolean,
): Promise<Item[]> => {
  const within = (items: readonly Item[]) =>
    items.flatMap(unfold).filter((item) => numberOf(item) >= first && numberOf(item) <= last)
  const items = within(await queryBetween({ ...range, first, last }, strongly))
  if (first === 1 || (items[0] && numberOf(items[0]) === first)) return items
  // The first entry may be in an item that starts before it.
  const earlier = { ...range, first: Math.max(1, first - mostInItem + 1), last: first - 1 }
  const [before] = await queryBetween(earlier, strongly, 1)
  return before ? [...within([before]), ...items] : items
}

/** @param most maximum number of items, which are then returned newest first; by default all items, oldest first */
const queryBetween = async (
  { userId, list, gen, first, last }: LogRange,
  strongly: boolean,
  most?: number,
): Promise<Item[]> => {
  const items: Item[] = []
  let from: Record<string, unknown> | undefined
  do {
    const { Items, LastEvaluatedKey } = await dynamo().send(
      new QueryCommand({
        TableName: tableName('logs'),
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
        ExpressionAttributeValues: {
          ':pk': listKey(userId, list),
          ':first': sortKey(gen, first),
          ':last': sortKey(gen, last),
        },
        ConsistentRead: strongly,
        ...(most === undefined ? {} : { Limit: most, ScanIndexForward: false }),
        ...(from ? { ExclusiveStartKey: from } : {}),
      }),
    )
    items.push(...((Items ?? []) as Item[]))
    from = LastEvaluatedKey
  } while (from && most === undefined)
  return items
}

/** Returns the numbers of the first and last entry within the dates. Entries are numbered in order of time. */
const rangeWithin = async (userId: string, head: Head, { type, from, to }: LogQuery, now: number) => {
  const edge = (instant: number) => firstNotBefore(userId, type, head, instant)
  const [first, end] = await Promise.all([
    edge(Math.max(from ?? 0, shownFrom(now))),
    edge(to === undefined ? Infinity : to + 1),
  ])
  return { first, last: Math.max(end, first) - 1 }
}

/**
 * Returns the smallest number of an entry that is not before `instant`, or the last number plus one if all are before
 * it.
 */
const firstNotBefore = async (
  userId: string,
  list: LogFilter,
  head: Head,
  instant: number,
): Promise<number> => {
  const total = countOf(head, list)
  if (instant <= head.begun) return 1
  if (instant > head.at) return total + 1
  const { Items } = await dynamo().send(
    new QueryCommand({
      TableName: tableName('logs'),
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :bound',
      ExpressionAttributeValues: {
        ':pk': marksKey(userId, list),
        ':first': markBound(head.gen, 0),
        ':bound': markBound(head.gen, instant),
      },
      ScanIndexForward: false,
      Limit: 1,
    }),
  )
  // The search starts after the last marked entry that is before the time. A missing mark only makes the search longer.
  const marked = Items?.[0] ? markedNumber(Items[0]) : 0
  for (let at = marked + 1; at <= total; at += markEvery) {
    const items = await readItems({ userId, list, gen: head.gen }, at, Math.min(at + markEvery - 1, total))
    const found = items.find((item) => (item.createdAt as number) >= instant)
    if (found) return numberOf(found)
  }
  return total + 1
}
