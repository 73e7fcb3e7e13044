import { tableName } from '../aws/table.ts'
import { Mode } from '../../shared/accounts/user.schema.ts'
import type { KeptLogExtra, LogEntry, LogExtra, LogFilter, LogType } from '../../shared/logs/log.schema.ts'
import { logTypes } from '../../shared/logs/log-types.ts'
import { type CountedKind, countedKinds, outcomeKinds } from '../../shared/logs/outcome-kinds.ts'
import type { NewLogEntry } from '../trading/ports/store.ts'
import { stepInWords } from '../../shared/trading/rules/trace.ts'
import { pack, unpack } from '../aws/packed.ts'

/**
 * This file defines how a log is stored. Every entry has a number in the list of all entries. The list of the entry's
 * type has a pointer to it, with its own number. Entries that are appended together share one item, under the number of
 * the first entry, and so do their pointers of one type. The newest item is the head: it contains the number of entries
 * in each list, and how many alerts had each kind of outcome. A deletion takes the number after the newest entry and
 * starts a new generation, in which numbers start again. A writer with an old head conflicts with the deletion.
 */

export type Item = Readonly<Record<string, unknown>>
export type Key = { readonly pk: string; readonly sk: string }

/** How long entries are stored, in milliseconds. */
export const kept = 400 * 86_400_000
/** How much longer entries are stored than shown, in milliseconds. */
const grace = 2 * 86_400_000
/** How much longer a deletion is stored than the entries that it deleted, in milliseconds. */
const deletionGrace = 30 * 86_400_000

const expiry = (at: number, beyond: number) => Math.floor((at + kept + beyond) / 1000)

/**
 * Entries before this time are no longer shown. The time moves once a day, so that pages that are read on the same day
 * match.
 */
export const shownFrom = (now: number) => Math.floor(now / 86_400_000) * 86_400_000 - kept

const inOrder = (number: number) => String(number).padStart(12, '0')
const timed = (at: number) => String(at).padStart(13, '0')

/** One list of a log, in one of its generations. */
export type LogList = { readonly userId: string; readonly list: LogFilter; readonly gen: number }

export const listKey = (userId: string, list: LogFilter) => `${userId}#log#${list}`
export const sortKey = (gen: number, number: number) => `${timed(gen)}#${inOrder(number)}`

/**
 * Every 64th entry has a mark with its time, so that a date is found without a binary search over a million numbers.
 */
export const markEvery = 64
export const marksKey = (userId: string, list: LogFilter) => `${userId}#log#${list}#marks`
/** A sort key that follows all marks before the given time, and precedes all other marks. */
export const markBound = (gen: number, at: number) => `${timed(gen)}#${timed(at)}`
export const markItem = ({ userId, list, gen }: LogList, number: number, at: number): Item => ({
  pk: marksKey(userId, list),
  sk: `${markBound(gen, at)}#${inOrder(number)}`,
  schema: 1,
  expiresAt: expiry(at, grace),
})
export const markedNumber = (item: Item) => Number(String(item.sk).split('#')[2])

/** The state of a log, as read from its newest item. */
export type Head = {
  readonly gen: number
  /** When this generation began. No entry of the generation is older. */
  readonly begun: number
  /** Number of the newest entry; 0 after a deletion. */
  readonly total: number
  /** The time of the newest entry or of the deletion. */
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

/** Creates the item with new entries that follows a head in the list of all entries. */
export const nextItem = (head: Head | null, entries: readonly [NewLogEntry, ...NewLogEntry[]]): Item => {
  const [first] = entries
  // A log whose entries have all expired starts a new generation, so that none of its keys can conflict.
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

/** The index of the count that an entry increases; -1 if the entry does not report the outcome of an alert. */
const placeOf = (mode: Mode, { extra }: Pick<Content, 'extra'>) =>
  extra?.kind === 'outcome' ? places.indexOf(`${mode} ${outcomeKinds[extra.outcome]}`) : -1

const plus = (counts: readonly number[], added: readonly number[], sign = 1) =>
  places.map((_, place) => (counts[place] ?? 0) + sign * added.filter((each) => each === place).length)

/** The counts up to and including the last entry of an item. Items of release 0.2.0 and deletions have no counts. */
const endedUntil = (item: Item) => (item.ended as number[] | undefined) ?? []

export type EndedCounts = Readonly<Record<Mode, Readonly<Record<CountedKind, number>>>>

/**
 * Counts the outcomes of alerts in a log, from a given entry to the newest entry.
 * @param number the number of the given entry
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

/** Returns the pointers to an item's entries in the lists of their types. A deletion has no pointers. */
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

/** Returns the number of the entry to which a pointer refers, and the number of the item that contains the entry. */
export const pointedAt = (item: Item): { readonly number: number; readonly within: number } => {
  const number = item.number as number
  return { number, within: (item.within as number | undefined) ?? number }
}

/** The keys of an item's entries. An entry with a known key is not written again. */
export const keysOf = (item: Item): string[] =>
  item.begins === undefined ? unfold(item).flatMap(({ key }) => (key as string | undefined) ?? []) : []

/** Creates the item that deletes a log. It starts a new generation without entries. */
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

/** The content of an entry as stored, with the steps of the trace as facts. */
type Content = Pick<LogEntry, 'message' | 'description'> & {
  readonly extra?: KeptLogExtra | undefined
}

/** Number of characters above which content is compressed, so that writing an item and reading a page stay cheap. */
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

/**
 * Facts that an entry may contain, and the kinds that they indicate. The first of these facts that an entry contains
 * determines its kind.
 */
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

/** Adds the kind to an entry of release 0.2.0, which stored no kind. */
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
/** Returns an item's number in its list, which is the number of the item's first entry. */
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
