import { type LogEntry, type LogFilter, LogType } from '../../shared/log.ts'
import type { Mode } from '../../shared/user.ts'
import type { NewLogEntry } from '../trading/ports.ts'
import { pack, storedTrace, traceFromStored, unpack } from '../aws/packed.ts'

/**
 * How a log lies in its table. Every entry has a number and lies in the list of all entries; in the list of its type, a
 * pointer with that list's own number names it. Entries of the first releases lie whole in both lists. The newest entry
 * of all is the log's head: it carries how many entries each list has. Numbers start over with each generation. A
 * deletion takes the number after the newest entry and says which generation follows: so a writer with an old head
 * meets it.
 */

export type Item = Readonly<Record<string, unknown>>
export type Key = { readonly pk: string; readonly sk: string }

/** How long entries are kept, in milliseconds. */
export const kept = 400 * 86_400_000
/** Milliseconds that the table's TTL waits beyond that: what is still shown must still be there. */
const grace = 2 * 86_400_000
/** A deletion outlasts everything that it deleted. */
const deletionGrace = 30 * 86_400_000

const expiry = (at: number, beyond: number) => Math.floor((at + kept + beyond) / 1000)

/** Entries before this instant are no longer shown. Moves once a day, so that a day's pages agree. */
export const shownFrom = (now: number) => Math.floor(now / 86_400_000) * 86_400_000 - kept

const numbered = (number: number) => String(number).padStart(12, '0')
const timed = (at: number) => String(at).padStart(13, '0')

export const listKey = (userId: string, list: LogFilter) => `${userId}#log#${list}`
export const sortKey = (gen: number, number: number) => `${timed(gen)}#${numbered(number)}`

/** One entry in so many is marked with its time, so that a date is found without halving a million numbers. */
export const markEvery = 64
export const marksKey = (userId: string, list: LogFilter) => `${userId}#log#${list}#marks`
/** Before every mark at or after the instant, and after every mark before it. */
export const markBound = (gen: number, at: number) => `${timed(gen)}#${timed(at)}`
export const markItem = (userId: string, list: LogFilter, gen: number, number: number, at: number): Item => ({
  pk: marksKey(userId, list),
  sk: `${markBound(gen, at)}#${numbered(number)}`,
  schema: 1,
  expiresAt: expiry(at, grace),
})
export const markedNumber = (item: Item) => Number(String(item.sk).split('#')[2])

/** What the newest entry says of its log. */
export type Head = {
  readonly gen: number
  /** No entry of this generation is older. */
  readonly begun: number
  /** Number of the newest entry; 0 after a deletion. */
  readonly total: number
  /** When the newest entry was made, or the deletion. */
  readonly at: number
  readonly byType: Readonly<Record<LogType, number>>
  readonly item: Item
}

export const headFrom = (item: Item): Head => {
  const [ownGen, number] = String(item.sk).split('#').map(Number) as [number, number]
  const begins = item.begins as number | undefined
  const [gen, total] = begins === undefined ? [ownGen, number] : [begins, 0]
  const counts = item.counts as number[]
  return {
    gen,
    // Generations were once named by the instant at which they began.
    begun: (item.begun as number | undefined) ?? gen,
    total,
    at: item.createdAt as number,
    byType: Object.fromEntries(
      LogType.options.map((type, index) => [type, counts[index] ?? 0]),
    ) as Head['byType'],
    item,
  }
}

export const countOf = (head: Head, list: LogFilter) => (list === 'ALL' ? head.total : head.byType[list])

/** The item that follows on a head, as the list of all has it. */
export const nextItem = (head: Head | null, entry: NewLogEntry): Item => {
  // A log whose every entry is out of date starts over, so that nothing of it can be met again.
  const goesOn = head !== null && head.at >= shownFrom(entry.at)
  const gen = goesOn ? head.gen : (head?.gen ?? 0) + 1
  const at = Math.max(entry.at, head?.at ?? 0)
  const before = (type: LogType) => (goesOn ? head.byType[type] : 0)
  return {
    pk: listKey(entry.userId, 'ALL'),
    sk: sortKey(gen, goesOn ? head.total + 1 : 1),
    schema: 1,
    type: entry.type,
    mode: entry.mode,
    createdAt: at,
    begun: goesOn ? head.begun : at,
    ...packed({ message: entry.message, description: entry.description, extra: entry.extra }),
    counts: LogType.options.map((type) => before(type) + (type === entry.type ? 1 : 0)),
    ...(entry.key === undefined ? {} : { key: entry.key }),
    expiresAt: expiry(at, grace),
  }
}

/** What names the entry in the list of its type; null for a deletion. */
export const pointerTo = (userId: string, item: Item): (Item & Key) | null => {
  const head = headFrom(item)
  if (head.total === 0) return null
  const type = item.type as LogType
  return {
    pk: listKey(userId, type),
    sk: sortKey(head.gen, head.byType[type]),
    schema: 2,
    number: head.total,
    createdAt: item.createdAt,
    expiresAt: item.expiresAt,
  }
}

/** The number of the entry that a pointer names; null where the item is an entry itself. */
export const pointedNumber = (item: Item): number | null =>
  item.type === undefined ? (item.number as number) : null

/** What follows on a head when all is deleted: a new generation without entries. */
export const deletionItem = (userId: string, { gen, total, at }: Head, now: number): Item => {
  const createdAt = Math.max(now, at)
  return {
    pk: listKey(userId, 'ALL'),
    sk: sortKey(gen, total + 1),
    schema: 1,
    begins: gen + 1,
    begun: createdAt,
    createdAt,
    counts: LogType.options.map(() => 0),
    expiresAt: expiry(createdAt, deletionGrace),
  }
}

type Content = Pick<LogEntry, 'message' | 'description'> & { readonly extra?: NewLogEntry['extra'] }

/** Longer contents are packed, so that each item costs one write, and a page few reads. Characters. */
const longContent = 300

const packed = (content: Content): Item => {
  const stored = withTrace(content, storedTrace)
  return JSON.stringify(stored).length > longContent ? { packed: pack(stored) } : { ...stored }
}

const contentOf = (item: Item): Content =>
  withTrace(
    item.packed === undefined ? (item as unknown as Content) : (unpack(item.packed as Uint8Array) as Content),
    traceFromStored,
  )

const withTrace = <From, To>(
  { message, description, extra }: Content,
  change: (trace: readonly From[]) => readonly To[],
): Content => ({
  message,
  description,
  extra: Array.isArray(extra?.trace) ? { ...extra, trace: change(extra.trace as From[]) } : extra,
})

/** Its number in the list that it was read from. */
export const numberOf = (item: Item) => Number(String(item.sk).split('#')[1])

export const entryFrom = (item: Item): LogEntry => {
  const { message, description, extra } = contentOf(item)
  const gen = Number(String(item.sk).split('#')[0])
  return {
    id: `${gen}-${(item.number as number | undefined) ?? numberOf(item)}`,
    type: item.type as LogType,
    mode: item.mode as Mode,
    createdAt: new Date(item.createdAt as number).toISOString(),
    message,
    ...(description === undefined ? {} : { description }),
    ...(extra === undefined ? {} : { extra }),
  }
}
