import { tableName } from '../aws/table.ts'
import { Mode } from '../../shared/accounts/user.schema.ts'
import type { KeptLogExtra, LogEntry, LogExtra, LogFilter, LogType } from '../../shared/logs/log.schema.ts'
import { logTypes } from '../../shared/logs/log-types.ts'
import { type CountedKind, countedKinds, outcomeKinds } from '../../shared/logs/outcome-kinds.ts'
import type { NewLogEntry } from '../trading/ports/store.ts'
import { stepInWords } from '../../shared/trading/rules/trace.ts'
import { pack, unpack } from '../aws/packed.ts'

/**
 * How a log is stored. Every entry has a number in the list of all entries. In the list of its type it has a pointer with a
 * number of that list. Entries that are appended together are in one item, under the number of the first entry, and so are
 * their pointers of one type. The newest item is the log's head: it contains the number of entries in each list, and how
 * many alerts had each kind of outcome. Numbers start again with each generation. A deletion takes the number after the
 * newest entry and names the next generation, so that a writer with an old head conflicts with it.
 */

export type Item = Readonly<Record<string, unknown>>
export type Key = { readonly pk: string; readonly sk: string }

/** How long entries are stored, in milliseconds. */
export const kept = 400 * 86_400_000
/** Milliseconds added to the table's TTL, because entries that are still shown must still exist. */
const grace = 2 * 86_400_000
/** A deletion is stored longer than everything that it deleted. */
const deletionGrace = 30 * 86_400_000

const expiry = (at: number, beyond: number) => Math.floor((at + kept + beyond) / 1000)

/** Entries before this time are no longer shown. It moves once a day, so that the pages of a day agree. */
export const shownFrom = (now: number) => Math.floor(now / 86_400_000) * 86_400_000 - kept

const inOrder = (number: number) => String(number).padStart(12, '0')
const timed = (at: number) => String(at).padStart(13, '0')

export const listKey = (userId: string, list: LogFilter) => `${userId}#log#${list}`
export const sortKey = (gen: number, number: number) => `${timed(gen)}#${inOrder(number)}`

/**
 * Interval of entries that have a mark with their time, so that a date is found without a binary search over a million
 * numbers.
 */
export const markEvery = 64
export const marksKey = (userId: string, list: LogFilter) => `${userId}#log#${list}#marks`
/** A bound before every mark at or after the time, and after every mark before it. */
export const markBound = (gen: number, at: number) => `${timed(gen)}#${timed(at)}`
export const markItem = (userId: string, list: LogFilter, gen: number, number: number, at: number): Item => ({
  pk: marksKey(userId, list),
  sk: `${markBound(gen, at)}#${inOrder(number)}`,
  schema: 1,
  expiresAt: expiry(at, grace),
})
export const markedNumber = (item: Item) => Number(String(item.sk).split('#')[2])

/** The state of a log in its newest item. */
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
  const begins = item.begins as number | undefined
  const [gen, total] = begins === undefined ? [genOf(item), numberOf(item) + sizeOf(item) - 1] : [begins, 0]
  const counts = item.counts as number[]
  return {
    gen,
    begun: item.begun as number,
    total,
    at: item.createdAt as number,
    byType: Object.fromEntries(logTypes.map((type, index) => [type, counts[index] ?? 0])) as Head['byType'],
    item,
  }
}

export const countOf = (head: Head, list: LogFilter) => (list === 'ALL' ? head.total : head.byType[list])

/** Maximum number of entries per item. */
export const mostInItem = 25

/** The item after a head, with one or more entries, for the list of all entries. */
export const nextItem = (head: Head | null, entries: readonly [NewLogEntry, ...NewLogEntry[]]): Item => {
  const [first] = entries
  // A log whose entries have all expired starts again, so that none of its keys can conflict.
  const goesOn = head !== null && head.at >= shownFrom(first.at)
  const gen = goesOn ? head.gen : (head?.gen ?? 0) + 1
  let at = head?.at ?? 0
  const parts = entries.map(({ type, mode, key, ...entry }): Part => {
    at = Math.max(entry.at, at)
    return { type, mode, createdAt: at, content: contentFrom(entry), ...(key === undefined ? {} : { key }) }
  })
  const before = (type: LogType) => (goesOn ? head.byType[type] : 0)
  return {
    pk: listKey(first.userId, 'ALL'),
    sk: sortKey(gen, goesOn ? head.total + 1 : 1),
    ...(parts.length === 1 && parts[0] ? alone(parts[0]) : together(parts)),
    createdAt: at,
    begun: goesOn ? head.begun : Math.max(first.at, head?.at ?? 0),
    counts: logTypes.map((type) => before(type) + parts.filter((part) => part.type === type).length),
    ended: plus(
      goesOn ? endedUntil(head.item) : [],
      parts.map(({ mode, content }) => placeOf(mode, content)),
    ),
    expiresAt: expiry(at, grace),
  }
}

// --- how alerts ended ---------------------------------------------------------------------------------------------------

const places = Mode.options.flatMap((mode) => countedKinds.map((kind) => `${mode} ${kind}`))

/** The place at which an entry is counted; -1 if it does not report the outcome of an alert. */
const placeOf = (mode: Mode, { extra }: Pick<Content, 'extra'>) =>
  extra?.kind === 'outcome' ? places.indexOf(`${mode} ${outcomeKinds[extra.outcome]}`) : -1

const plus = (counts: readonly number[], added: readonly number[], sign = 1) =>
  places.map((_, place) => (counts[place] ?? 0) + sign * added.filter((each) => each === place).length)

/** Counts of all entries up to an item's last one. Items of release 0.2.0 and deletions have none. */
const endedUntil = (item: Item) => (item.ended as number[] | undefined) ?? []

export type EndedCounts = Readonly<Record<Mode, Readonly<Record<CountedKind, number>>>>

/**
 * Counts the alerts that ended from one entry of a log up to its newest.
 * @param before the item with the previous entry; null if there is none
 */
export const endedSince = (head: Head | null, number: number, before: Item | null): EndedCounts => {
  const later = (before ? unfold(before) : [])
    .filter((entry) => numberOf(entry) >= number)
    .map((entry) => placeOf(entry.mode as Mode, contentOf(entry)))
  const known = before ? plus(endedUntil(before), later, -1) : []
  const counts = (head ? endedUntil(head.item) : []).map((count, place) => count - (known[place] ?? 0))
  const count = (mode: Mode, kind: CountedKind) => counts[places.indexOf(`${mode} ${kind}`)] ?? 0
  const of = (mode: Mode) => ({
    placed: count(mode, 'placed'),
    refused: count(mode, 'refused'),
    failed: count(mode, 'failed'),
  })
  return { DEMO: of('DEMO'), LIVE: of('LIVE') }
}

// --- entries ------------------------------------------------------------------------------------------------------------

type Part = {
  readonly type: LogType
  readonly mode: Mode
  readonly createdAt: number
  readonly key?: string
  readonly content: Content
}

const alone = ({ content, createdAt: _, ...part }: Part): Item => ({ schema: 1, ...part, ...packed(content) })

const together = (parts: readonly Part[]): Item => ({
  schema: 2,
  size: parts.length,
  packed: pack(parts),
})

const sizeOf = (item: Item) => (item.size as number | undefined) ?? 1

export const unfold = (item: Item): readonly Item[] => {
  if (item.size === undefined) return [item]
  const own = (index: number) => ({ pk: item.pk, sk: sortKey(genOf(item), numberOf(item) + index) })
  if (item.numbers !== undefined)
    return (item.numbers as number[]).map((number, index) => ({
      ...own(index),
      number,
      within: item.within,
      createdAt: (item.times as number[])[index],
    }))
  const parts = unpack(item.packed as Uint8Array) as Part[]
  return parts.map(({ content, ...part }, index) => ({ ...own(index), ...part, ...content }))
}

export const numbered = (item: Item) => {
  const { total, byType } = headFrom(item)
  if (total === 0) return []
  const entries = unfold(item)
  const ofType = (type: LogType, from: number) =>
    entries.slice(from).filter((each) => each.type === type).length
  return entries.map((entry, index) => {
    const type = entry.type as LogType
    return {
      type,
      number: numberOf(entry),
      numberOfType: byType[type] + 1 - ofType(type, index),
      at: entry.createdAt as number,
    }
  })
}

/** The pointers to an item's entries in the lists of their types; none for a deletion. */
export const pointersTo = (userId: string, item: Item): readonly (Item & Key)[] => {
  const byType = Object.values(Object.groupBy(numbered(item), ({ type }) => type))
  return byType.flatMap((same) => {
    const [first] = same
    if (!first) return []
    const only = { number: first.number, createdAt: first.at }
    const numbers = { numbers: same.map(({ number }) => number), times: same.map(({ at }) => at) }
    return {
      pk: listKey(userId, first.type),
      sk: sortKey(genOf(item), first.numberOfType),
      ...(item.size === undefined
        ? { schema: 2, ...only }
        : { schema: 3, size: same.length, within: numberOf(item), ...numbers }),
      expiresAt: item.expiresAt,
    }
  })
}

/** The number of a pointer's entry, and of the item that contains it. */
export const pointedAt = (item: Item): { readonly number: number; readonly within: number } => {
  const number = item.number as number
  return { number, within: (item.within as number | undefined) ?? number }
}

/** The keys of an item's entries, by which repeated entries are recognised. */
export const keysOf = (item: Item): string[] =>
  item.begins === undefined ? unfold(item).flatMap(({ key }) => (key as string | undefined) ?? []) : []

/** The item that deletes a log: it starts a new generation without entries. */
export const deletionItem = (userId: string, { gen, total, at }: Head, now: number): Item => {
  const createdAt = Math.max(now, at)
  return {
    pk: listKey(userId, 'ALL'),
    sk: sortKey(gen, total + 1),
    schema: 1,
    begins: gen + 1,
    begun: createdAt,
    createdAt,
    counts: logTypes.map(() => 0),
    expiresAt: expiry(createdAt, deletionGrace),
  }
}

/** The content as stored, with the trace's steps as facts. */
type Content = Pick<LogEntry, 'message' | 'description'> & {
  readonly extra?: KeptLogExtra | undefined
}

/** Number of characters from which contents are compressed, so that each item costs one write, and a page few reads. */
const longContent = 300

const contentFrom = ({ message, description, extra }: Pick<NewLogEntry, keyof Content>): Content => ({
  message,
  ...(description === undefined ? {} : { description }),
  ...(extra === undefined ? {} : { extra }),
})

const packed = (content: Content): Item =>
  JSON.stringify(content).length > longContent ? { packed: pack(content) } : { ...content }

const contentOf = (item: Item): Content => {
  const { message, description, extra } = (
    item.packed === undefined ? item : unpack(item.packed as Uint8Array)
  ) as Content
  return { message, description, extra: extra && withKind(extra) }
}

type EarlierExtra = Readonly<Record<string, unknown>>
const hasKind = (extra: KeptLogExtra | EarlierExtra): extra is KeptLogExtra => 'kind' in extra

/** The first of these facts in an entry determines its kind. */
const kindsByFact = [
  ['outcome', 'outcome'],
  ['problems', 'unreadable'],
  ['retiredAt', 'old secret'],
  ['first', 'ignored'],
  ['corrects', 'correction'],
  ['alertId', 'alert'],
  ['how', 'session'],
  ['tokenId', 'token'],
] as const

/** Adds the kind to entries of release 0.2.0, which have none. */
const withKind = (extra: KeptLogExtra | EarlierExtra): KeptLogExtra => {
  if (hasKind(extra)) return extra
  const { sentence: _, ...facts } = extra
  const [, kind] = kindsByFact.find(([fact]) => fact in facts) ?? []
  return kind === undefined ? { kind: 'note', facts } : ({ kind, ...facts } as KeptLogExtra)
}

const extraInWords = (extra: KeptLogExtra): LogExtra => {
  if (extra.kind === 'outcome') return { ...extra, trace: extra.trace.map(stepInWords) }
  return extra.kind === 'alert' ? { ...extra, trace: extra.trace?.map(stepInWords) } : extra
}

const genOf = (item: Item) => Number(String(item.sk).split('#')[0])
/** The item's number in the list that it was read from; the number of its first entry. */
export const numberOf = (item: Item) => Number(String(item.sk).split('#')[1])

export const entryFrom = (item: Item): LogEntry => {
  const { message, description, extra } = contentOf(item)
  return {
    id: `${genOf(item)}-${(item.number as number | undefined) ?? numberOf(item)}`,
    type: item.type as LogType,
    mode: item.mode as Mode,
    createdAt: new Date(item.createdAt as number).toISOString(),
    message,
    ...(description === undefined ? {} : { description }),
    ...(extra === undefined ? {} : { extra: extraInWords(extra) }),
  }
}

export const newestFirst = (userId: string) => ({
  TableName: tableName('logs'),
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': listKey(userId, 'ALL') },
  ScanIndexForward: false,
})
