import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { LogFilter, type LogEntry, type LogType } from '../../shared/log.ts'
import {
  countOf,
  deletionItem,
  entryFrom,
  type Head,
  headFrom,
  type Item,
  listKey,
  markBound,
  markedNumber,
  markEvery,
  markItem,
  marksKey,
  nextItem,
  numberOf,
  pointedNumber,
  pointerTo,
  shownFrom,
  sortKey,
} from './log-items.ts'
import { batchGet, dynamo, tableName, isWritten } from '../aws/table.ts'
import { isOlder, type Version } from '../aws/list-version.ts'

import type { NewLogEntry } from '../trading/ports.ts'

/**
 * A log by numbers (see log-items.ts). An entry takes its number and is written in one conditional write, so no
 * number is ever without its entry. Any page, any offset and any type cost the same however long the log is, the
 * count is exact, and deleting everything is one write: a new generation.
 */

// --- writing ----------------------------------------------------------------------------------------------------------

/** How often a write is tried again when other writers came first. */
const tries = 100
/** An append without `since` may be repeated for so long. Milliseconds. */
const repeatTime = 600_000
/** How far two machines' clocks may be apart. Milliseconds. */
const clockSkew = 10_000

/** Appends entries in their order; those with a key once, however often they come. */
export const appendLog = async (entries: readonly NewLogEntry[]) => {
  for (const entry of entries) await append(entry)
}

const append = async (entry: NewLogEntry) => {
  const { userId, key } = entry
  for (let turn = 0; turn < tries; turn += 1) {
    const tail = await tailFor(entry)
    tails.delete(userId)
    if (key !== undefined && tail.keys.has(key)) return
    if (tail.head && !tail.isPointedAt) await completePointer(userId, tail.head.item)
    const item = nextItem(tail.head, entry)
    if (await putNew(item)) {
      const head = headFrom(item)
      await Promise.all([putPointer(userId, item), ...marksFor(userId, head).map(put)])
      keep(userId, {
        ...tail,
        head,
        isPointedAt: true,
        keys: key === undefined ? tail.keys : tail.keys.add(key),
      })
      return
    }
    await wait(Math.random() * Math.min(turn * 5, 100))
  }
  throw tooMany()
}

const tooMany = () => new Error('The log is written to by too many at once')

/** The end of a log: its head, and the keys of all entries made at `from` (epoch milliseconds) or later. */
type Tail = {
  readonly head: Head | null
  /** Whether this process knows that the pointer to the head is written. */
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

/** A tail that surely has the entry's key if any entry has. */
const tailFor = async (entry: NewLogEntry): Promise<Tail> => {
  const { userId, key, since, at } = entry
  const from = key === undefined ? Infinity : (since ?? at - repeatTime) - clockSkew
  const known = tails.get(userId)
  return known && known.from <= from ? known : readTail(userId, from)
}

const readTail = async (userId: string, from: number): Promise<Tail> => {
  const keys = new Set<string>()
  let head: Head | null = null
  let next: Record<string, unknown> | undefined
  const tail = () => ({ head, isPointedAt: false, from, keys })
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
      if (item.key !== undefined) keys.add(item.key as string)
    }
    next = LastEvaluatedKey
  } while (next)
  return tail()
}

const newestFirst = (userId: string) => ({
  TableName: tableName('logs'),
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': listKey(userId, 'ALL') },
  ScanIndexForward: false,
})

const put = (item: Item) => dynamo().send(new PutCommand({ TableName: tableName('logs'), Item: item }))

const putNew = async (item: Item): Promise<boolean> => {
  return isWritten(
    new PutCommand({
      TableName: tableName('logs'),
      Item: item,
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
  )
}

const putPointer = async (userId: string, item: Item) => {
  const pointer = pointerTo(userId, item)
  if (pointer) await put(pointer)
}

/**
 * A writer may have ended between an entry and its pointer. Anyone who writes the next entry sees to it first, so that
 * only the newest entry of a log can be without one.
 */
const completePointer = async (userId: string, item: Item) => {
  const pointer = pointerTo(userId, item)
  if (!pointer) return
  const { pk, sk } = pointer
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: tableName('logs'), Key: { pk, sk }, ConsistentRead: true }),
  )
  if (!Item) await put(pointer)
}

const marksFor = (userId: string, { gen, total, at, byType, item }: Head): Item[] => {
  const type = item.type as LogType
  const places: [LogFilter, number][] = [
    ['ALL', total],
    [type, byType[type]],
  ]
  return places.flatMap(([list, number]) =>
    number % markEvery === 1 ? [markItem(userId, list, gen, number, at)] : [],
  )
}

/**
 * Empties a log at once, however long it is: what it held is in a generation no longer read, and expires.
 * @returns where the log then stands
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

/** The partition of every list that a log has or had, that of its head last: for removing a user. */
export const logPartitions = (userId: string): string[] =>
  [...LogFilter.options]
    .sort((a, b) => Number(a === 'ALL') - Number(b === 'ALL'))
    .flatMap((list) => [marksKey(userId, list), listKey(userId, list)])

// --- reading ----------------------------------------------------------------------------------------------------------

export type LogQuery = {
  readonly type: LogFilter
  /** Epoch milliseconds, both included. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

const readHead = async (userId: string, strongly: boolean): Promise<Head | null> => {
  const { Items } = await dynamo().send(
    new QueryCommand({ ...newestFirst(userId), Limit: 1, ConsistentRead: strongly }),
  )
  return Items?.[0] ? headFrom(Items[0]) : null
}

/** Changes with every change of the log, and only grows. */
const versionOf = (head: Head | null): Version => (head ? [head.gen, head.total] : [0, 0])

/** A log as it stands; its ranges do not move when it grows. */
export type OpenLog = { readonly userId: string; readonly version: Version; readonly head: Head | null }

/**
 * @param known a version that the caller knows of: half a read unit then suffices, unless the copy that was read is
 *   older. Without one the read is strong.
 */
export const openLog = async (userId: string, known?: Version | null): Promise<OpenLog> => {
  let head = await readHead(userId, known === undefined)
  if (known && isOlder(versionOf(head), known)) head = await readHead(userId, true)
  return { userId, version: versionOf(head), head }
}

/** The entries that a query finds, by their numbers: those from `first` to `last`, both included. */
export const LogRange = z.object({
  userId: z.string(),
  list: LogFilter,
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

/** Whether the range is of this user's log, and that log was not deleted since. */
export const logStillHolds = async (userId: string, range: LogRange) =>
  range.userId === userId && (await readHead(userId, true))?.gen === range.gen

/** One page, newest first, and the exact number of entries that the query finds. */
export const listLogs = async (userId: string, query: LogQuery, offset: number, limit: number) => {
  return pageOfLogs(await findLogs(await openLog(userId), query), offset, limit)
}

/** @returns the page newest first, and the number of all */
export const pageOfLogs = async (range: LogRange, offset: number, limit: number) => {
  const { first, last } = range
  const newest = last - offset
  const oldest = Math.max(first, newest - limit + 1)
  const results = newest < oldest ? [] : (await readLogs(range, oldest, newest)).reverse()
  return { count: last - first + 1, results }
}

/** Entries by number, oldest first. */
export const readLogs = async (
  range: Pick<LogRange, 'userId' | 'list' | 'gen'>,
  first: number,
  last: number,
): Promise<LogEntry[]> => (await readEntries(range, await readItems(range, first, last))).map(entryFrom)

/** Entries of one type mostly lie close together: then all between them are read, in fewer calls. */
const mostBetween = 4

/** The entries themselves, where a list has pointers to them. */
const readEntries = async (
  { userId, gen }: Pick<LogRange, 'userId' | 'gen'>,
  items: readonly Item[],
): Promise<readonly Item[]> => {
  const numbers = items.flatMap((item) => pointedNumber(item) ?? [])
  const [first, last] = [numbers[0], numbers.at(-1)]
  if (first === undefined || last === undefined) return items
  const all = { userId, list: 'ALL', gen } as const
  const isDense = last - first < mostBetween * numbers.length
  const read = async (strongly: boolean) => {
    const found = isDense
      ? await queryItems(all, first, last, strongly)
      : await getItems(all, numbers, strongly)
    return new Map(found.map((item) => [numberOf(item), item]))
  }
  let entries = await read(false)
  if (numbers.some((number) => !entries.has(number))) entries = await read(true)
  return items.flatMap((item): Item | readonly Item[] => {
    const number = pointedNumber(item)
    return number === null ? item : (entries.get(number) ?? [])
  })
}

const getItems = async (
  { userId, list, gen }: Pick<LogRange, 'userId' | 'list' | 'gen'>,
  numbers: readonly number[],
  strongly: boolean,
): Promise<Item[]> => {
  const keys = numbers.map((number) => ({ pk: listKey(userId, list), sk: sortKey(gen, number) }))
  return (await batchGet({ logs: keys }, strongly)).get('logs') ?? []
}

/** A cheap read may lag behind the numbers; then the expensive question is asked, and at last the head for its own entry. */
const readItems = async (
  range: Pick<LogRange, 'userId' | 'list' | 'gen'>,
  first: number,
  last: number,
): Promise<Item[]> => {
  const expected = last - first + 1
  let items = await queryItems(range, first, last, false)
  for (let turn = 0; items.length < expected && turn < 3; turn += 1) {
    items = await queryItems(range, first, last, true)
    if (items.length >= expected) break
    const head = await readHead(range.userId, true)
    const pointer = head && pointerTo(range.userId, head.item)
    const fits = pointer && head.gen === range.gen && pointer.pk === listKey(range.userId, range.list)
    if (fits && numberOf(pointer) === last && items.length === expected - 1) return [...items, pointer]
  }
  return items
}

const queryItems = async (
  { userId, list, gen }: Pick<LogRange, 'userId' | 'list' | 'gen'>,
  first: number,
  last: number,
  strongly: boolean,
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
        ...(from ? { ExclusiveStartKey: from } : {}),
      }),
    )
    items.push(...((Items ?? []) as Item[]))
    from = LastEvaluatedKey
  } while (from)
  return items
}

// --- dates ------------------------------------------------------------------------------------------------------------

/** The numbers of the first and last entry within the dates: entries are numbered in order of time. */
const rangeWithin = async (userId: string, head: Head, { type, from, to }: LogQuery, now: number) => {
  const edge = (instant: number) => firstNotBefore(userId, type, head, instant)
  const [first, end] = await Promise.all([
    edge(Math.max(from ?? 0, shownFrom(now))),
    edge(to === undefined ? Infinity : to + 1),
  ])
  return { first, last: Math.max(end, first) - 1 }
}

/** The smallest number whose entry is not before `instant`; one past the last where all are. */
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
  // The marked entry is before the instant. A mark may be missing, and then the way is a little longer.
  const marked = Items?.[0] ? markedNumber(Items[0]) : 0
  for (let at = marked + 1; at <= total; at += markEvery) {
    const items = await readItems({ userId, list, gen: head.gen }, at, Math.min(at + markEvery - 1, total))
    const found = items.find((item) => (item.createdAt as number) >= instant)
    if (found) return numberOf(found)
  }
  return total + 1
}
