import { afterAll, beforeAll, expect, test } from 'vitest'
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { DealNote } from '../../shared/journal/deal-note.ts'
import { keyed, type LedgerRow } from '../../shared/journal/ledger-row.ts'
import { deriveJournal } from '../../shared/journal/trades.ts'
import { dynamo, tableName } from '../aws/table.ts'
import { startEmbeddedDynamoDb } from '../../infra/dev/testing/embedded-dynamodb.ts'
import {
  askForReading,
  deleteJournals,
  type JournalKey,
  leaseJournal,
  listJournals,
  newHead,
  readRaw,
  readTexts,
  readView,
  saveHead,
  saveRaw,
  saveText,
  saveView,
} from './journal-store.ts'
import { batchWrite } from '../aws/batch-write.ts'
import { dealNoteRow, dropDealNotes, listDueJournals, readDealNotes } from './due-store.ts'

const putDealNote = (userId: string, given: Parameters<typeof dealNoteRow>[1]) =>
  batchWrite('journal', [{ PutRequest: { Item: dealNoteRow(userId, given) } }])

let stop: () => Promise<void>
beforeAll(async () => {
  stop = (await startEmbeddedDynamoDb()).stop
})
afterAll(() => stop())

let users = 0
const newKey = (): JournalKey => {
  users += 1
  return { userId: `journal-${users}`, mode: 'DEMO', accountId: 'ABC12' }
}

const minute = 60_000
const at = Date.parse('2026-11-24T12:00:00Z')
const note = (given: Partial<DealNote> = {}): DealNote => ({
  alertId: 'alert-1',
  mode: 'DEMO',
  accountId: 'ABC12',
  strategy: 'orb',
  market: 'LSE:VOD',
  acceptedAt: at,
  decidedAt: at,
  at,
  dealIds: ['D1'],
  alertPrice: '70',
  ...given,
})
const isDue = async ({ userId }: JournalKey, now: number) =>
  (await listDueJournals(now, 100)).some((key) => key.userId === userId)

test('a deal note causes a reading of its account’s history a minute later, and can be deleted', async () => {
  const key = newKey()
  await putDealNote(key.userId, note())
  expect([await isDue(key, at + minute - 1), await isDue(key, at + minute)]).toEqual([false, true])
  expect(await readDealNotes(key)).toEqual([note()])
  expect(await readDealNotes({ ...key, accountId: 'ABC1' })).toEqual([])
  await dropDealNotes(key, [note()])
  expect(await readDealNotes(key)).toEqual([])
  expect(await isDue(key, at + 10 * minute)).toBe(false)
})

const opened: DealNote['opened'] = {
  dealReference: 'SP-1',
  epic: 'KA.D.VOD.DAILY.IP',
  direction: 'BUY',
  size: '1',
  level: '70',
  stopDistance: '2',
  limitDistance: '4',
}

test('a working order causes no reading until it is filled', async () => {
  const key = newKey()
  await putDealNote(key.userId, note({ opened }))
  expect(await isDue(key, at + 10 * minute)).toBe(false)
  await putDealNote(key.userId, note({ opened, at: at + minute }))
  expect(await isDue(key, at + 2 * minute)).toBe(true)
})

test('an order with an unknown result causes a reading of the history', async () => {
  const key = newKey()
  await putDealNote(key.userId, note({ opened, dealIds: [] }))
  expect(await isDue(key, at + minute)).toBe(true)
})

test('a deal note is not deleted if it was written again after it was read', async () => {
  const key = newKey()
  await putDealNote(key.userId, note())
  const read = await readDealNotes(key)
  await putDealNote(key.userId, note({ at: at + 5_000, dealIds: ['D1', 'D2'] }))
  await dropDealNotes(key, read)
  expect(await readDealNotes(key)).toMatchObject([{ dealIds: ['D1', 'D2'] }])
})

test('only one run at a time reads an account, and sets the time of the next run', async () => {
  const key = newKey()
  expect(await leaseJournal(key, 'one', at, minute)).toEqual(newHead)
  expect(await leaseJournal(key, 'two', at, minute)).toBeNull()
  const head = { ...newHead, currency: 'GBP', readAt: at }
  await saveHead(key, head, at + minute)
  expect(await listJournals(key.userId)).toEqual([{ ...key, head }])
  expect([await isDue(key, at), await isDue(key, at + minute)]).toEqual([false, true])
  expect(await leaseJournal(key, 'two', at, minute)).toEqual(head)
  await saveHead(key, head, null)
  expect(await isDue(key, at + 999 * minute)).toBe(false)
  await askForReading(key, at)
  expect(await isDue(key, at)).toBe(true)
  // A requested reading takes place even if no position has closed.
  expect((await listJournals(key.userId))[0]?.head).toEqual({ ...head, looks: [at] })
  await saveHead(key, head, null)
  expect((await listJournals(key.userId))[0]?.head).toEqual(head)
})

const row = (dateUtc: string, amount: string): LedgerRow => ({
  dateUtc,
  openDateUtc: dateUtc,
  instrumentName: 'Vodafone',
  period: 'DFB',
  size: '+1',
  currency: '£',
  openLevel: '70',
  closeLevel: '71',
  profitAndLoss: `£${amount}`,
  reference: '12345678',
  transactionType: 'DEAL',
  cashTransaction: false,
})

const stored = async ({ userId }: JournalKey) => {
  const { Items = [] } = await dynamo().send(
    new QueryCommand({
      TableName: tableName('journal'),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': userId },
    }),
  )
  return new Map(
    Items.map(({ sk, packed }) => [String(sk), Buffer.from(packed as Uint8Array).toString('hex')]),
  )
}

test('rows are returned unchanged, and a new row changes only the stored part of its month', async () => {
  const key = newKey()
  const rows = [row('2026-10-05T10:00:00', '1.00'), row('2026-11-05T10:00:00', '2.00')]
  await saveRaw(key, await readRaw(key), { rows, entries: [], notes: [note()] })
  expect(await readRaw(key)).toMatchObject({ rows, entries: [], notes: [note()] })
  const before = await stored(key)
  const more = [...rows, row('2026-11-06T10:00:00', '3.00')]
  expect(await saveRaw(key, await readRaw(key), { rows: more, entries: [], notes: [note()] })).toBe(1)
  const after = await stored(key)
  const changed = [...after].filter(([sk, packed]) => before.get(sk) !== packed).map(([sk]) => sk)
  expect(changed).toEqual(['rows#DEMO#ABC12#2026-11#000'])
  expect((await readRaw(key)).rows).toEqual(more)
})

test('a thousand rows of one month, and the trades derived from them, are stored in parts', async () => {
  const key = newKey()
  const rows = Array.from({ length: 1_000 }, (_, second) =>
    row(new Date(at + second * 1_000).toISOString().slice(0, 19), '1.00'),
  )
  await saveRaw(key, await readRaw(key), { rows, entries: [], notes: [] })
  expect((await readRaw(key)).rows).toEqual(rows)
  const derived = deriveJournal(keyed(rows), [], [], 'GBP')
  await saveView(key, new Map(), derived)
  const view = await readView(key)
  expect(view.trades).toHaveLength(1_000)
  expect(view.trades[0]).toMatchObject({ name: 'Vodafone', legs: [{ result: '1', closeLevel: '71' }] })
  // If one trade is removed, only the part that contained it is written.
  expect(await saveView(key, view.parts, { ...derived, trades: derived.trades.slice(0, 999) })).toBe(1)
  expect((await readView(key)).trades).toHaveLength(999)
})

test('a stored trade keeps the ID of the alert that opened it', async () => {
  const key = newKey()
  const rows = keyed([row('2026-10-05T10:00:00', '1.00')])
  const derived = deriveJournal(rows, [], [], 'GBP')
  const trades = derived.trades.map((trade) => ({ ...trade, alertId: 'alert-1' }))
  await saveView(key, new Map(), { ...derived, trades })
  expect((await readView(key)).trades).toMatchObject([{ alertId: 'alert-1', legs: [{ size: '1' }] }])
})

test('each account has its own journal, and all journals of a user are deleted together', async () => {
  const key = newKey()
  const live = { ...key, mode: 'LIVE' as const }
  await saveRaw(key, await readRaw(key), {
    rows: [row('2026-10-05T10:00:00', '1.00')],
    entries: [],
    notes: [],
  })
  await saveText(key, 'D1', { note: 'Early', tags: ['plan'] })
  expect((await readRaw(live)).rows).toEqual([])
  expect((await readTexts(live)).size).toBe(0)
  expect(await readTexts(key)).toEqual(new Map([['D1', { note: 'Early', tags: ['plan'] }]]))
  expect(await deleteJournals(key.userId, () => true)).toBe(true)
  expect((await stored(key)).size).toBe(0)
})
