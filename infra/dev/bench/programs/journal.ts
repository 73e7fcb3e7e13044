import { gzipSync } from 'node:zlib'
import { keyed, type LedgerRow } from '../../../../shared/journal/ledger-row.ts'
import { deriveJournal, type HistoryEntry } from '../../../../shared/journal/trades.ts'
import {
  askForReading,
  type JournalKey,
  newHead,
  readRaw,
  readView,
  saveHead,
  saveRaw,
  saveView,
} from '../../../../functions/journal/journal-store.ts'
import { readJournal } from '../../../../functions/journal/read-journal.ts'
import { startCountingAws } from './counting-aws.ts'
import { print } from './print.ts'

/** What opening a journal costs, and what one more trade costs: units as DynamoDB would bill them, bytes as they are sent. */

const aws = await startCountingAws()

const unitsOf = async (work: () => Promise<unknown>) => {
  const from = aws.calls.length
  await work()
  const calls = aws.calls.slice(from)
  const sum = (what: 'readUnits' | 'writeUnits') => calls.reduce((total, call) => total + call[what], 0)
  return { read: sum('readUnits'), write: sum('writeUnits') }
}

const hour = 3_600_000
const names = ['Vodafone Group PLC', 'Apple Inc (All Sessions)', 'Germany 40', 'Spot Gold', 'EUR/USD Mini']

/** One trade, with its row and its two entries; two hours after the one before. */
const tradeOf = (number: number, first: number): { row: LedgerRow; entries: HistoryEntry[] } => {
  const at = first + number * 2 * hour
  const text = (time: number) => new Date(time).toISOString().slice(0, 19)
  const dealId = (kind: string) => `DIAAAA${kind}${number.toString(36).toUpperCase().padStart(8, '0')}`
  const level = (7_000 + ((number * 7_919) % 900)) / 10
  const result = ((number * 104_729) % 20_000) / 100 - 95
  const entry = {
    ...{ epic: 'KA.D.VOD.DAILY.IP', dealReference: `SP-${number}`, channel: 'PUBLIC_WEB_API', size: '1' },
    ...{ marketName: names[number % names.length] ?? null, direction: 'BUY' as const, limitLevel: null },
  }
  return {
    row: {
      ...{ dateUtc: text(at + hour), openDateUtc: text(at), period: 'DFB', size: '+1', currency: '£' },
      ...{
        instrumentName: names[number % names.length] ?? '',
        openLevel: String(level),
        transactionType: 'DEAL',
      },
      ...{
        closeLevel: (level + result).toFixed(2),
        profitAndLoss: `£${result.toFixed(2)}`,
        cashTransaction: false,
      },
      reference: dealId('B').slice(-8),
    },
    entries: [
      {
        ...{ ...entry, date: at, dealId: dealId('A'), level: String(level), stopLevel: String(level - 20) },
        actions: [{ kind: 'position opened', dealId: dealId('A') }],
      },
      {
        ...{
          ...entry,
          date: at + hour,
          dealId: dealId('B'),
          level: (level + result).toFixed(2),
          stopLevel: null,
        },
        actions: [{ kind: 'position closed', dealId: dealId('A') }],
      },
    ],
  }
}

const measure = async (count: number, mostUnits: number) => {
  const key: JournalKey = { userId: `bench-${count}`, mode: 'DEMO', accountId: 'ABC12' }
  const now = Date.now()
  const first = now - (count + 1) * 2 * hour
  const made = Array.from({ length: count + 1 }, (_, number) => tradeOf(number, first))
  const rawOf = (length: number) => ({
    rows: made.slice(0, length).map(({ row }) => row),
    entries: made.slice(0, length).flatMap(({ entries }) => entries),
    notes: [],
  })
  aws.measureUnits(false)
  await askForReading(key, now)
  await saveHead(key, { ...newHead, currency: 'GBP', readAt: now, isComplete: true }, null)
  const save = async (length: number) => {
    const raw = rawOf(length)
    await saveRaw(key, await readRaw(key), raw)
    const { parts } = await readView(key)
    await saveView(key, parts, deriveJournal(keyed(raw.rows), raw.entries, raw.notes, 'GBP'))
  }
  await save(count)
  aws.measureUnits(true)
  let answer: unknown
  const began = performance.now()
  const { read } = await unitsOf(async () => {
    answer = await readJournal(
      key.userId,
      { mode: key.mode, accountId: key.accountId, zone: 'Europe/London' },
      now,
    )
  })
  const milliseconds = performance.now() - began
  const size = count.toLocaleString('en-GB')
  print({
    name: `opening a journal of ${size} trades`,
    ...{ value: read, unit: 'read units', target: mostUnits, ceiling: mostUnits * 1.2, floor: 1 },
  })
  print({
    name: `its sums, days and breakdowns, ${size} trades`,
    value: gzipSync(JSON.stringify(answer)).length / 1_000,
    ...{ unit: 'kB compressed', target: 60, ceiling: 120, floor: 0.5 },
    note: `${milliseconds.toFixed(0)} ms on this machine, the embedded database included`,
  })
  const { write } = await unitsOf(() => save(count + 1))
  print({
    name: `one more trade in a journal of ${size}`,
    ...{ value: write, unit: 'write units', target: 120, ceiling: 160, floor: 3 },
    note: 'only the parts of the newest month are written',
  })
}

await measure(100, 10)
await measure(5_000, 60)
await measure(50_000, 600)
await aws.stop()
if (process.connected) process.disconnect()
