import { BatchWriteCommand, GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { type LogEntry, LogFilter, type LogType } from '../../shared/log.ts'
import type { Mode } from '../../shared/user.ts'
import { dynamo, lostCondition, tableName } from './table.ts'

/**
 * A log by numbers. One head item reserves the next number of all entries and of the entry's type; each entry lies
 * under *all* and under its type, by number. So any page, any offset and any type cost the same however long the log
 * is, the count is exact, and deleting everything is one write: a new generation.
 */

export type NewLogEntry = {
  readonly userId: string
  readonly mode: Mode
  readonly type: LogType
  readonly message: string
  readonly description?: string | undefined
  readonly extra?: Readonly<Record<string, unknown>> | undefined
  /** Two appends with one key are one entry. */
  readonly key?: string | undefined
  /** Epoch milliseconds. */
  readonly at: number
}

type Reservation = { readonly all: number; readonly own: number; readonly at: number; readonly type: LogType }
type Head = {
  readonly gen: number
  /** Numbers given out, per list. */
  readonly counts: Readonly<Record<string, number>>
  /** Reserved under a key and perhaps not written yet. */
  readonly pending: Readonly<Record<string, Reservation>>
  readonly version: number
}

/** How long entries are kept, in seconds. */
const kept = 400 * 24 * 3600
/** A reservation this old (milliseconds) is written or will never be: nobody repeats an append for so long. */
const forgotten = 24 * 3_600_000

const headKey = (userId: string) => ({ pk: `${userId}#log`, sk: 'head' })
const listKey = (userId: string, gen: number, list: string) => `${userId}#log#${gen}#${list}`
const numbered = (number: number) => String(number).padStart(12, '0')

const emptyHead: Head = { gen: 1, counts: {}, pending: {}, version: 0 }

export const getLogHead = async (userId: string): Promise<Head> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: tableName('logs'), Key: headKey(userId), ConsistentRead: true }),
  )
  return Item ? (Item.head as Head) : emptyHead
}

/** The head of a log as this process last wrote it: spares the read where one process writes on. */
const lastHeads = new Map<string, Head>()
/** Keys whose entries this process has written: their reservations may go. */
const written = new Map<string, Set<string>>()

const saveHead = async (userId: string, head: Head): Promise<boolean> => {
  try {
    await dynamo().send(
      new UpdateCommand({
        TableName: tableName('logs'),
        Key: headKey(userId),
        UpdateExpression: 'SET head = :head, version = :version',
        ConditionExpression: head.version === 1 ? 'attribute_not_exists(pk)' : 'version = :before',
        ExpressionAttributeValues: {
          ':head': head,
          ':version': head.version,
          ...(head.version === 1 ? {} : { ':before': head.version - 1 }),
        },
      }),
    )
    lastHeads.set(userId, head)
    return true
  } catch (error) {
    if (!lostCondition(error)) throw error
    lastHeads.delete(userId)
    return false
  }
}

/** How often a reservation is tried anew when other writers came first. */
const tries = 100

/** Reserves numbers for entries of one user: the same numbers again for a key that is still pending. */
const reserve = async (userId: string, entries: readonly NewLogEntry[]) => {
  for (let turn = 0; turn < tries; turn += 1) {
    const head = lastHeads.get(userId) ?? (await getLogHead(userId))
    const now = Math.max(...entries.map(({ at }) => at))
    const done = written.get(userId)
    const pending: Record<string, Reservation> = {}
    for (const [key, reservation] of Object.entries(head.pending))
      if (!done?.has(key) && now - reservation.at < forgotten) pending[key] = reservation
    const counts: Record<string, number> = { ...head.counts }
    const reserved = entries.map((entry): Reservation => {
      const known = entry.key === undefined ? undefined : head.pending[entry.key]
      if (known) return known
      const all = (counts.ALL = (counts.ALL ?? 0) + 1)
      const own = (counts[entry.type] = (counts[entry.type] ?? 0) + 1)
      const reservation = { all, own, at: entry.at, type: entry.type }
      if (entry.key !== undefined) pending[entry.key] = reservation
      return reservation
    })
    if (await saveHead(userId, { gen: head.gen, counts, pending, version: head.version + 1 })) {
      if (done) for (const key of done) if (!(key in pending)) done.delete(key)
      return { gen: head.gen, reserved }
    }
  }
  throw new Error('The log is written to by too many at once')
}

/** Appends entries; those with a key once, however often they come. */
export const appendLog = async (entries: readonly NewLogEntry[]) => {
  for (const userId of new Set(entries.map((entry) => entry.userId))) {
    const own = entries.filter((entry) => entry.userId === userId)
    const { gen, reserved } = await reserve(userId, own)
    await writeItems(
      own.flatMap((entry, index) => {
        const { all, own: number, type } = reserved[index] as Reservation
        const item = {
          id: `${gen}-${all}`,
          type,
          mode: entry.mode,
          createdAt: entry.at,
          message: entry.message,
          description: entry.description,
          extra: entry.extra,
          expiresAt: Math.floor(entry.at / 1000) + kept,
        }
        return [
          { pk: listKey(userId, gen, 'ALL'), sk: numbered(all), ...item },
          { pk: listKey(userId, gen, type), sk: numbered(number), ...item },
        ]
      }),
    )
    const keys = own.flatMap(({ key }) => key ?? [])
    if (keys.length > 0) written.set(userId, new Set([...(written.get(userId) ?? []), ...keys]))
  }
}

const writeItems = async (items: readonly Record<string, unknown>[]) => {
  for (let from = 0; from < items.length; from += 25) {
    let open: Record<string, unknown>[] = items.slice(from, from + 25) as Record<string, unknown>[]
    while (open.length > 0) {
      const { UnprocessedItems } = await dynamo().send(
        new BatchWriteCommand({
          RequestItems: { [tableName('logs')]: open.map((Item) => ({ PutRequest: { Item } })) },
        }),
      )
      open = (UnprocessedItems?.[tableName('logs')] ?? []).map(
        ({ PutRequest }) => PutRequest?.Item as Record<string, unknown>,
      )
    }
  }
}

export type LogQuery = {
  readonly type: LogFilter
  /** Epoch milliseconds, both included. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

const entryFrom = (item: Record<string, unknown>): LogEntry => ({
  id: item.id as string,
  type: item.type as LogType,
  mode: item.mode as Mode,
  createdAt: new Date(item.createdAt as number).toISOString(),
  message: item.message as string,
  ...(item.description === undefined ? {} : { description: item.description as string }),
  ...(item.extra === undefined ? {} : { extra: item.extra as Record<string, unknown> }),
})

/** One page, newest first, and the exact number of entries that the query finds. */
export const listLogs = async (userId: string, query: LogQuery, offset: number, limit: number) => {
  const head = await getLogHead(userId)
  const pk = listKey(userId, head.gen, query.type)
  const [first, last] = await numbersWithin(pk, head.counts[query.type] ?? 0, query)
  const count = Math.max(0, last - first + 1)
  const newest = last - offset
  const oldest = Math.max(first, newest - limit + 1)
  if (newest < oldest) return { count, results: [], version: `${head.gen}-${head.version}` }
  const { Items } = await dynamo().send(
    new QueryCommand({
      TableName: tableName('logs'),
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :oldest AND :newest',
      ExpressionAttributeValues: { ':pk': pk, ':oldest': numbered(oldest), ':newest': numbered(newest) },
      ScanIndexForward: false,
    }),
  )
  return { count, results: (Items ?? []).map(entryFrom), version: `${head.gen}-${head.version}` }
}

/** The numbers of the first and last entry within the dates, by halving: entries are numbered in order of time. */
const numbersWithin = async (
  pk: string,
  total: number,
  { from, to }: LogQuery,
): Promise<[number, number]> => {
  const firstFrom = from === undefined ? 1 : await firstNotBefore(pk, total, from)
  const lastTo = to === undefined ? total : (await firstNotBefore(pk, total, to + 1)) - 1
  return [firstFrom, lastTo]
}

/** The smallest number whose entry is not before `instant`; one past the last where all are. */
const firstNotBefore = async (pk: string, total: number, instant: number): Promise<number> => {
  let low = 1
  let high = total + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const { Items } = await dynamo().send(
      new QueryCommand({
        TableName: tableName('logs'),
        KeyConditionExpression: 'pk = :pk AND sk >= :middle',
        ExpressionAttributeValues: { ':pk': pk, ':middle': numbered(middle) },
        ProjectionExpression: 'createdAt',
        Limit: 1,
      }),
    )
    const at = Items?.[0]?.createdAt as number | undefined
    if (at !== undefined && at < instant) low = middle + 1
    else high = middle
  }
  return low
}

/** Empties a log at once, however long it is: what it held is in a generation that nobody reads, and expires. */
export const deleteLogs = async (userId: string) => {
  for (let turn = 0; turn < tries; turn += 1) {
    const head = await getLogHead(userId)
    if (await saveHead(userId, { gen: head.gen + 1, counts: {}, pending: {}, version: head.version + 1 }))
      return
  }
  throw new Error('The log is written to by too many at once')
}

/** The partition of every list that this log has or had, its head's last: for whoever removes a user. */
export const logPartitions = async (userId: string): Promise<string[]> => {
  const { gen } = await getLogHead(userId)
  const generations = Array.from({ length: gen }, (_, index) => index + 1)
  return [
    ...generations.flatMap((number) => LogFilter.options.map((list) => listKey(userId, number, list))),
    headKey(userId).pk,
  ]
}
