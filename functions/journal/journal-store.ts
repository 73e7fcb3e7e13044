import { PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Mode } from '../../shared/accounts/user.schema.ts'
import { unknownCosts } from '../../shared/journal/costs.ts'
import type { DealNote } from '../../shared/journal/deal-note.ts'
import type { TradeText } from '../../shared/journal/journal.schema.ts'
import { instantIn, type LedgerRow } from '../../shared/journal/ledger-row.ts'
import type { Checkpoint } from '../../shared/journal/summary.ts'
import { type CashRow, closedAtOf, type Derived, type Leg, type Trade } from '../../shared/journal/trades.ts'
import type { HistoryEntry } from '../../shared/journal/history.ts'
import type { Instant } from '../../shared/platform/units.ts'
import { batchWrite } from '../aws/batch-write.ts'
import { deletePartition, type InTime } from '../aws/delete-items.ts'
import { pack, unpack } from '../aws/packed.ts'
import { takeLease } from '../aws/lease.ts'
import { dynamo, tableName } from '../aws/table.ts'

/** Identifies a journal. Each account at the broker has its own, even if two accounts share a login. */
export type JournalKey = { readonly userId: string; readonly mode: Mode; readonly accountId: string }

/** The state of an account's journal, including when its history is read next. */
export type JournalHead = {
  readonly currency: string | null
  /** When the history was last read successfully; null if never. */
  readonly readAt: Instant | null
  readonly failure: string | null
  /** Whether a failed reading is retried after five minutes instead of a day. */
  readonly isRetriedSoon?: boolean
  /** The start of the history that has been read. Older history is read next, until the journal is complete. */
  readonly readFrom: Instant | null
  readonly isComplete: boolean
  /** A reading that has started and waits for IG's request limit. Data that it already has is not requested again. */
  readonly begun?: BegunReading | undefined
  /** Whether the rows of an older window have been read, but not yet its entries. */
  readonly hasOlderRows?: boolean | undefined
  /** When IG's request limit has room to continue the reading. */
  readonly waitsUntil?: Instant | undefined
  /** Number of windows of older history that were read since the last window with a row. */
  readonly emptyWindows?: number
  /** Version of the rules that the stored trades were derived with. */
  readonly rules: number
  /** IDs of the deals that were open when they were last listed. */
  readonly open: readonly string[]
  /** The stop and limit of each listed deal, by deal ID. */
  readonly levels?: Readonly<Record<string, string>>
  /** The times at which the history must be read, because a position was closed or its stop or limit was moved. */
  readonly looks: readonly Instant[]
  readonly nightAt: Instant
  readonly checkpoints: readonly Checkpoint[]
  /** The first day of the difference from IG's balance that was last reported to the user. */
  readonly notifiedOf: string | null
  /** The day of the last recap in London; missing until the first night. */
  readonly recapOn?: string
}

/** A reading of the newest history, which may take several runs. */
type BegunReading = {
  readonly at: Instant
  readonly since: Instant
  readonly isNight: boolean
  /** The account's balance and its time, once it has been read. */
  readonly balance?: Checkpoint
  readonly hasRows?: boolean
}

export const newHead: JournalHead = {
  currency: null,
  readAt: null,
  failure: null,
  readFrom: null,
  isComplete: false,
  rules: 0,
  open: [],
  looks: [],
  nightAt: 0,
  checkpoints: [],
  notifiedOf: null,
}

/** IG's data without changes. Everything else is derived from this data. */
export type RawJournal = {
  readonly rows: readonly LedgerRow[]
  readonly entries: readonly HistoryEntry[]
  readonly notes: readonly DealNote[]
}

/** The index partition with the journals and notes that must be read. */
export const dueName = 'due'

export const sortKey = (
  kind: string,
  { mode, accountId }: Pick<JournalKey, 'mode' | 'accountId'>,
  rest = '',
) => `${kind}#${mode}#${accountId}${rest === '' ? '' : `#${rest}`}`

export const namesOf = (sk: string) => {
  const [, mode, accountId] = sk.split('#')
  return { mode: mode as Mode, accountId: accountId ?? '' }
}

export const query = async (userId: string, prefix: string, isConsistent = false) => {
  const items: Record<string, unknown>[] = []
  let from: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await dynamo().send(
      new QueryCommand({
        TableName: tableName('journal'),
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': userId, ':prefix': prefix },
        ConsistentRead: isConsistent,
        ...(from ? { ExclusiveStartKey: from } : {}),
      }),
    )
    items.push(...Items)
    from = LastEvaluatedKey
  } while (from)
  return items
}

const headOf = (item: Record<string, unknown>): JournalHead => {
  const head = item.packed ? (unpack(item.packed as Uint8Array) as JournalHead) : newHead
  return item.askedAt ? { ...head, looks: [...head.looks, Number(item.askedAt)] } : head
}

export const listJournals = async (
  userId: string,
): Promise<readonly (JournalKey & { readonly head: JournalHead })[]> =>
  (await query(userId, 'head#')).map((item) => ({
    userId,
    ...namesOf(String(item.sk)),
    head: headOf(item),
  }))

/**
 * Allows only one run at a time to read an account's history.
 * @returns the journal's state; null while another run reads the history
 */
export const leaseJournal = async (
  key: JournalKey,
  holder: string,
  now: Instant,
  milliseconds: number,
): Promise<JournalHead | null> => {
  const item = await takeLease({
    table: 'journal',
    key: { pk: key.userId, sk: sortKey('head', key) },
    holder,
    now,
    milliseconds,
  })
  return item && headOf(item)
}

/**
 * Saves the result of a run and the time of the next run, and ends the lease.
 * @param dueAt null if no next run is needed
 */
export const saveHead = async (
  { userId, ...account }: JournalKey,
  head: JournalHead,
  dueAt: Instant | null,
): Promise<void> => {
  await dynamo().send(
    new UpdateCommand({
      TableName: tableName('journal'),
      Key: { pk: userId, sk: sortKey('head', account) },
      UpdateExpression:
        dueAt === null
          ? 'SET #schema = :schema, packed = :head REMOVE leasedUntil, holder, askedAt, due, dueAt'
          : 'SET #schema = :schema, packed = :head, due = :due, dueAt = :at REMOVE leasedUntil, holder, askedAt',
      ExpressionAttributeNames: { '#schema': 'schema' },
      ExpressionAttributeValues: {
        ':schema': 1,
        ':head': pack(head),
        ...(dueAt === null ? {} : { ':due': dueName, ':at': dueAt }),
      },
    }),
  )
}

/** Requests a reading of an account's history as soon as possible. Creates the journal if it does not exist. */
export const askForReading = async ({ userId, ...account }: JournalKey, now: Instant): Promise<void> => {
  await dynamo().send(
    new UpdateCommand({
      TableName: tableName('journal'),
      Key: { pk: userId, sk: sortKey('head', account) },
      UpdateExpression: 'SET #schema = :schema, due = :due, dueAt = :now, askedAt = :now',
      ExpressionAttributeNames: { '#schema': 'schema' },
      ExpressionAttributeValues: { ':schema': 1, ':due': dueName, ':now': now },
    }),
  )
}

/** Elements per part. A compressed part is far smaller than 400 kB, the maximum of a DynamoDB item. */
const partSize = 400

type Parts = ReadonlyMap<string, Uint8Array>

const monthOf = (at: Instant) => new Date(at).toISOString().slice(0, 7)

/** Packs elements into parts, month by month and in their order. A new element therefore changes no earlier part. */
const partsOf = <Element>(
  prefix: string,
  elements: readonly Element[],
  timeOf: (element: Element) => Instant,
  stored: (element: Element) => unknown,
): Parts => {
  const parts = new Map<string, Uint8Array>()
  for (const [month, those] of Map.groupBy(elements, (element) => monthOf(timeOf(element))))
    for (let from = 0; from < those.length; from += partSize)
      parts.set(
        `${prefix}#${month}#${String(from / partSize).padStart(3, '0')}`,
        pack(those.slice(from, from + partSize).map(stored)),
      )
  return parts
}

const isSame = (one: Uint8Array | undefined, other: Uint8Array) =>
  one !== undefined && Buffer.from(one).equals(Buffer.from(other))

/** Writes parts that have changed, and deletes parts that no longer exist. */
const saveParts = async (userId: string, before: Parts, after: Parts): Promise<number> => {
  const changed = [...after].filter(([sk, packed]) => !isSame(before.get(sk), packed))
  const gone = [...before.keys()].filter((sk) => !after.has(sk))
  await batchWrite('journal', [
    ...changed.map(([sk, packed]) => ({ PutRequest: { Item: { pk: userId, sk, schema: 1, packed } } })),
    ...gone.map((sk) => ({ DeleteRequest: { Key: { pk: userId, sk } } })),
  ])
  return changed.length + gone.length
}

const readParts = async (userId: string, prefix: string, isConsistent: boolean): Promise<Parts> =>
  new Map(
    (await query(userId, `${prefix}#`, isConsistent)).map(({ sk, packed }) => [
      String(sk),
      packed as Uint8Array,
    ]),
  )

const elementsOf = <Element>(parts: Parts, fromStored: (stored: never) => Element): Element[] =>
  [...parts.values()].flatMap((packed) => (unpack(packed) as never[]).map(fromStored))

const rowFields = [
  ...['dateUtc', 'openDateUtc', 'instrumentName', 'period', 'size', 'openLevel', 'closeLevel'],
  ...['profitAndLoss', 'currency', 'reference', 'transactionType', 'cashTransaction'],
] as readonly (keyof Omit<LedgerRow, 'summary'>)[]

const entryFields = [
  ...['date', 'epic', 'dealId', 'dealReference', 'channel', 'marketName', 'direction', 'size', 'level'],
  ...['stopLevel', 'limitLevel', 'actions'],
] as readonly (keyof HistoryEntry)[]

/** Converts an object to a list of its values, so that field names are not stored. */
const asList =
  <Fields extends object>(fields: readonly (keyof Fields)[]) =>
  (object: Fields) =>
    fields.map((field) => object[field])

const fromList =
  <Fields extends object>(fields: readonly (keyof Fields)[]) =>
  (list: readonly unknown[]) =>
    Object.fromEntries(fields.map((field, place) => [field, list[place]])) as Fields

/** Converts a row to a list of its values. The summary is the last value; only rows from a CSV file have a summary. */
const rowAsList = (row: LedgerRow) => [
  ...rowFields.map((field) => row[field]),
  ...(row.summary === undefined ? [] : [row.summary]),
]

const rowFromList = (list: readonly unknown[]): LedgerRow => {
  const row = fromList<Omit<LedgerRow, 'summary'>>(rowFields)(list)
  const summary = list[rowFields.length]
  return typeof summary === 'string' ? { ...row, summary } : row
}

export type StoredRaw = RawJournal & { readonly parts: Parts }

export const readRaw = async (key: JournalKey, isConsistent = true): Promise<StoredRaw> => {
  const [rows, entries, notes] = await Promise.all(
    ['rows', 'entries', 'deals'].map((kind) => readParts(key.userId, sortKey(kind, key), isConsistent)),
  )
  return {
    rows: elementsOf(rows as Parts, rowFromList),
    entries: elementsOf(entries as Parts, fromList<HistoryEntry>(entryFields)),
    notes: elementsOf(notes as Parts, (note: DealNote) => note),
    parts: new Map([...(rows as Parts), ...(entries as Parts), ...(notes as Parts)]),
  }
}

const rowTime = ({ dateUtc }: LedgerRow) => instantIn(dateUtc) || 0

export const saveRaw = (key: JournalKey, before: StoredRaw, after: RawJournal) =>
  saveParts(
    key.userId,
    before.parts,
    new Map([
      ...partsOf(sortKey('rows', key), after.rows, rowTime, rowAsList),
      ...partsOf(sortKey('entries', key), after.entries, ({ date }) => date, asList(entryFields)),
      ...partsOf(
        sortKey('deals', key),
        after.notes,
        ({ acceptedAt }) => acceptedAt,
        (note) => note,
      ),
    ]),
  )

const tradeFields: readonly (keyof Trade)[] = [
  'id',
  'name',
  'epic',
  'market',
  'strategy',
  'direction',
  'openedAt',
  'openLevel',
  'size',
  'isOpen',
  'risk',
  'legs',
  'alertId',
  'costs',
]

const legFields = [
  ...['closedAt', 'size', 'openLevel', 'closeLevel', 'result', 'closer', 'link', 'reference', 'period'],
] as readonly (keyof Leg)[]

const cashFields = ['at', 'class', 'amount', 'name'] as readonly (keyof CashRow)[]

const storedTrade = (trade: Trade) =>
  asList(tradeFields)({ ...trade, legs: trade.legs.map(asList(legFields)) })

const tradeFrom = (list: readonly unknown[]): Trade => {
  const trade = fromList<Trade>(tradeFields)(list)
  const legFrom = (leg: readonly unknown[]) => ({ ...fromList<Leg>(legFields)(leg), key: '', dealId: null })
  // Trades that an earlier version derived have no costs.
  const costs = trade.costs ?? unknownCosts
  return { ...trade, costs, legs: (trade.legs as unknown as unknown[][]).map(legFrom) }
}

export type StoredView = Derived & { readonly parts: Parts }

/** Reads the trades without their deal IDs, which take much space and are needed only on a trade's own page. */
export const readView = async (key: JournalKey): Promise<StoredView> => {
  const [trades, cash, leftOut] = await Promise.all(
    ['trades', 'cash', 'leftOut'].map((kind) => readParts(key.userId, sortKey(kind, key), false)),
  )
  return {
    trades: elementsOf(trades as Parts, tradeFrom),
    cash: elementsOf(cash as Parts, fromList<CashRow>(cashFields)),
    leftOut: elementsOf(leftOut as Parts, (row: Derived['leftOut'][number]) => row),
    parts: new Map([...(trades as Parts), ...(cash as Parts), ...(leftOut as Parts)]),
  }
}

export const saveView = (key: JournalKey, before: Parts, { trades, cash, leftOut }: Derived) =>
  saveParts(
    key.userId,
    before,
    new Map([
      ...partsOf(sortKey('trades', key), trades, closedAtOf, storedTrade),
      ...partsOf(sortKey('cash', key), cash, ({ at }) => at, asList(cashFields)),
      ...partsOf(
        sortKey('leftOut', key),
        leftOut,
        () => 0,
        (row) => row,
      ),
    ]),
  )

export const readTexts = async (key: JournalKey): Promise<ReadonlyMap<string, TradeText>> =>
  new Map(
    (await query(key.userId, `${sortKey('text', key)}#`, true)).map(({ sk, note, tags }) => [
      String(sk).split('#')[3] ?? '',
      { note: String(note), tags: tags as string[] },
    ]),
  )

export const saveText = async (
  key: JournalKey,
  tradeId: string,
  { note, tags }: TradeText,
): Promise<void> => {
  await dynamo().send(
    new PutCommand({
      TableName: tableName('journal'),
      Item: { pk: key.userId, sk: sortKey('text', key, tradeId), schema: 1, note, tags },
    }),
  )
}

/** @returns false if the time ran out first */
export const deleteJournals = (userId: string, inTime: InTime) => deletePartition('journal', userId, inTime)
