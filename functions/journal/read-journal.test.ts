import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { defaultTradingRules } from '../../shared/settings/trading-settings.ts'
import type { HistoryEntry } from '../../shared/journal/history.ts'
import type { DealNote } from '../../shared/journal/deal-note.ts'
import { keyed, type LedgerRow } from '../../shared/journal/ledger-row.ts'
import { deriveJournal } from '../../shared/journal/trades.ts'
import type { AlertOutcome, AlertRecord } from '../trading/ports/alert-record.ts'
import { saveSettings } from '../settings/settings-store.ts'
import { startEmbeddedDynamoDb } from '../../infra/dev/testing/embedded-dynamodb.ts'
import {
  type JournalKey,
  leaseJournal,
  newHead,
  readRaw,
  readTexts,
  saveHead,
  saveRaw,
  saveText,
  saveView,
} from './journal-store.ts'
import { listDueJournals } from './due-store.ts'
import { readBars, reserveBars, saveBars } from './bars-store.ts'
import { ownJournalKey, readJournal, readTrade, readTrades, saveTradeText } from './read-journal.ts'
import { stepInWords } from '../../shared/trading/rules/trace.ts'

let stop: () => Promise<void>
beforeAll(async () => {
  stop = (await startEmbeddedDynamoDb()).stop
})
afterAll(() => stop())

const now = Date.parse('2026-11-24T12:00:00Z')
const zone = 'Europe/London'
const noAlert = () => Promise.resolve(null)
let users = 0
let key: JournalKey
beforeEach(async () => {
  users += 1
  key = { userId: `reader-${users}`, mode: 'DEMO', accountId: 'ABC12' }
  await saveSettings({
    userId: key.userId,
    version: 1,
    mode: 'DEMO',
    rules: defaultTradingRules,
    credentials: {
      DEMO: { accountId: 'ABC12', version: 1, missing: [] },
      LIVE: { accountId: null, version: 0, missing: ['API key'] },
    },
    tradingPause: null,
  })
})

const row: LedgerRow = {
  dateUtc: '2026-11-24T10:00:00',
  openDateUtc: '2026-11-24T09:00:00',
  instrumentName: 'Vodafone',
  period: 'DFB',
  size: '+2',
  openLevel: '70',
  closeLevel: '71.5',
  profitAndLoss: '£3.00',
  currency: '£',
  reference: 'AAAA2222',
  transactionType: 'DEAL',
  cashTransaction: false,
}
const entry = (date: string, given: Partial<HistoryEntry>): HistoryEntry => ({
  date: Date.parse(`${date}Z`),
  epic: 'KA.D.VOD.DAILY.IP',
  dealId: 'DIAAAAAAAA1111',
  channel: 'SYSTEM',
  marketName: 'Vodafone',
  direction: 'BUY',
  size: '2',
  level: '70',
  stopLevel: '68',
  limitLevel: '71',
  dealReference: 'SP-one',
  actions: [],
  ...given,
})
const entries = [
  entry('2026-11-24T09:00:00', { actions: [{ kind: 'position opened', dealId: 'DIAAAAAAAA1111' }] }),
  entry('2026-11-24T09:30:00', {
    stopLevel: '70',
    actions: [{ kind: 'other', dealId: 'DIAAAAAAAA1111' }],
  }),
  entry('2026-11-24T10:00:00', {
    dealId: 'DIAAAAAAAA2222',
    direction: 'SELL',
    level: '71.5',
    actions: [{ kind: 'position closed', dealId: 'DIAAAAAAAA1111' }],
  }),
]
const notes: readonly DealNote[] = [
  {
    alertId: 'alert-1',
    mode: 'DEMO',
    accountId: 'ABC12',
    strategy: 'orb',
    market: 'LSE:VOD',
    dealIds: [],
    acceptedAt: now - 10_000,
    decidedAt: now - 9_500,
    at: now,
    alertPrice: '70.2',
    opened: {
      dealReference: 'SP-one',
      epic: 'KA.D.VOD.DAILY.IP',
      direction: 'BUY',
      size: '2',
      level: '70.1',
      stopDistance: '2',
      limitDistance: '1',
      seen: { price: '70.2', quote: '70.3' },
    },
  },
]

const lay = async (currency: string | null = 'GBP') => {
  await leaseJournal(key, 'test', now, 1_000)
  const head = {
    ...newHead,
    currency,
    readAt: now,
    isComplete: true,
    checkpoints: [{ at: now, balance: '1003' }],
  }
  await saveHead(key, head, null)
  await saveRaw(key, await readRaw(key), { rows: [row], entries, notes })
  await saveView(key, new Map(), deriveJournal(keyed([row]), entries, notes, currency))
}

test('the first request for an account’s journal starts a reading of the account’s history', async () => {
  const read = await readJournal(key.userId, { zone }, now)
  expect(read).toMatchObject({
    account: { mode: 'DEMO', accountId: 'ABC12', currency: null },
    readAt: null,
    all: { trades: 0 },
  })
  expect((await listDueJournals(now, 100)).some(({ userId }) => userId === key.userId)).toBe(true)
})

test.each(['EUR', null])(
  'the page, the list and one trade are in the account’s currency %s, null if IG has not reported it',
  async (currency) => {
    await lay(currency)
    expect((await readJournal(key.userId, { zone }, now)).account).toMatchObject({ currency })
    expect(await readTrades(key.userId, { zone, offset: 0, limit: 20 })).toMatchObject({ currency })
    // The journal of an account in another currency has no rows in pounds.
    if (currency === null)
      expect(await readTrade(key.userId, { tradeId: 'DIAAAAAAAA1111' }, noAlert)).toMatchObject({ currency })
  },
)

test('a note can be saved only for a trade in the journal, by any ID of the trade', async () => {
  await lay()
  const text = { note: 'Early', tags: ['plan'] }
  const save = (tradeId: string) => saveTradeText(key.userId, { tradeId, ...text })
  await expect(save('MADEUP1')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await readTexts(key)).size).toBe(0)
  await save('DIAAAAAAAA1111')
  expect([...(await readTexts(key)).entries()]).toEqual([['DIAAAAAAAA1111', text]])
})

test('the journal page, the list of trades and a single trade show the same values', async () => {
  await lay()
  await saveText(key, 'DIAAAAAAAA1111', { note: 'By the plan', tags: ['plan'] })
  const read = await readJournal(key.userId, { zone }, now)
  expect(read).toMatchObject({
    today: { net: 3, trades: 1 },
    proof: { start: 1_000, difference: 0 },
    tags: ['plan'],
  })
  expect((await readJournal(key.userId, { zone, tag: 'another' }, now)).figures.count).toBe(0)
  expect((await readJournal(key.userId, { zone, tag: 'plan' }, now)).figures.count).toBe(1)
  const listed = await readTrades(key.userId, { zone, offset: 0, limit: 20, tag: 'plan' })
  expect(listed).toMatchObject({
    count: 1,
    sum: 3,
    results: [{ strategy: 'orb', closer: 'target', note: 'By the plan' }],
  })
  expect((await readTrades(key.userId, { zone, offset: 0, limit: 20, tag: 'other' })).count).toBe(0)
  expect(await readTrade(key.userId, { tradeId: 'DIAAAAAAAA1111' }, noAlert)).toMatchObject({
    trade: { result: 3, r: 0.75, market: 'LSE:VOD' },
    firstStop: 68,
    firstLimit: 71,
    risk: 4,
    dealIds: ['DIAAAAAAAA1111'],
    moves: [{ stop: 68 }, { stop: 70 }],
    alert: { alertId: 'alert-1', price: 70.2, level: 70.1 },
    // The quote was 0.1 points above the alert’s price, the fill 0.3 below the quote, and the close 0.5 beyond the
    // limit. A point is worth 2, and 4 is at risk.
    costs: {
      delay: { points: -0.1, money: -0.2, r: -0.05 },
      execution: { points: 0.3, money: 0.6, r: 0.15 },
      exit: { points: 0.5, money: 1, r: 0.25 },
      funding: { points: null, money: 0, r: 0 },
    },
  })
  const { results } = await readTrades(key.userId, { zone, offset: 0, limit: 20 })
  expect(results).toMatchObject([{ risk: 4, costs: { delay: -0.1, execution: 0.3, exit: 0.5 } }])
  await expect(readTrade(key.userId, { tradeId: 'NONE' }, noAlert)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('an unfilled order has no trade, and only its user learns that the order is not filled yet', async () => {
  await lay()
  const order = { type: 'LIMIT' }
  const placed = (userId: string) => () =>
    Promise.resolve({ userId, alert: { market: 'LSE:VOD' }, outcome: { order } } as unknown as AlertRecord)
  const asked = { tradeId: 'alert-9' }
  await expect(readTrade(key.userId, asked, placed(key.userId))).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: expect.stringMatching(
      /no trade of this order for LSE:VOD\. The order isn’t filled yet, or it ended without being filled/,
    ) as string,
  })
  await expect(readTrade(key.userId, asked, placed('another'))).rejects.toMatchObject({
    message: expect.stringMatching(/^There is no such trade/) as string,
  })
})

test('a trade is found by its alert and by its deals, even while it is open', async () => {
  await lay()
  const trace: AlertOutcome['trace'] = [
    { rule: 'position change', passed: true, fact: { kind: 'open', from: 'flat', to: 'long' } },
  ]
  const alertOf = (userId: string) => () =>
    Promise.resolve({ userId, outcome: { trace } } as unknown as AlertRecord)
  expect(await readTrade(key.userId, { tradeId: 'alert-1' }, alertOf(key.userId))).toMatchObject({
    trade: { id: 'DIAAAAAAAA1111' },
    alert: { trace: trace.map(stepInWords) },
  })
  expect((await readTrade(key.userId, { tradeId: 'alert-1' }, alertOf('another'))).alert?.trace).toBeNull()

  const opened = entry('2026-11-24T11:00:00', {
    dealId: 'DIAAAAAAAA3333',
    dealReference: 'SP-two',
    actions: [{ kind: 'position opened', dealId: 'DIAAAAAAAA3333' }],
  })
  await saveRaw(key, await readRaw(key), { rows: [row], entries: [...entries, opened], notes })
  expect(await readTrade(key.userId, { tradeId: 'DIAAAAAAAA3333' }, noAlert)).toMatchObject({
    trade: { isOpen: true, closedAt: null, result: 0, legs: [], openLevel: 70 },
    alert: null,
    risk: null,
    firstStop: 68,
    costs: { delay: null, execution: null, exit: null, funding: null },
  })
})

test('no journal is created for an unknown account, and another user’s account is not visible', async () => {
  await lay()
  await expect(ownJournalKey(key.userId, { mode: 'LIVE', accountId: 'ZZZ99' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(ownJournalKey('another-user')).rejects.toMatchObject({ code: 'IG_SETTINGS_INCOMPLETE' })
  const other = await readTrades('another-user', { ...key, zone, offset: 0, limit: 20 })
  expect(other.count).toBe(0)
})

test('the weekly budget for charts is respected, and stored prices are not requested again', async () => {
  const week = 7 * 24 * 3_600_000
  expect(await reserveBars(key, 'charts', 1_500, now)).toBe(true)
  expect(await reserveBars(key, 'charts', 501, now)).toBe(false)
  expect(await reserveBars(key, 'charts', 500, now)).toBe(true)
  expect(await reserveBars(key, 'charts', 1, now)).toBe(false)
  expect(await reserveBars(key, 'days', 1, now)).toBe(true)
  expect(await reserveBars(key, 'charts', 2_001, now + week)).toBe(false)
  expect(await reserveBars(key, 'charts', 2_000, now + week)).toBe(true)

  const prices = { source: 'IG', length: 'DAY', bars: [], reason: null } as const
  const kept = { at: now, prices: { ...prices, bars: [] } }
  await saveBars(key, 'DIAAAAAAAA11', kept)
  expect(await readBars(key, 'DIAAAAAAAA11')).toEqual(kept)
  expect(await readBars(key, 'DIAAAAAAAA1')).toBeNull()
})
