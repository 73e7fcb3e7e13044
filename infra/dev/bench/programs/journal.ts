import { gzipSync } from 'node:zlib'
import { keyed } from '../../../../shared/journal/ledger-row.ts'
import { deriveJournal } from '../../../../shared/journal/trades.ts'
import {
  askForReading,
  type JournalKey,
  leaseJournal,
  newHead,
  readRaw,
  readView,
  saveHead,
  saveRaw,
  saveView,
} from '../../../../functions/journal/journal-store.ts'
import { readDealNotes } from '../../../../functions/journal/due-store.ts'
import { readJournal } from '../../../../functions/journal/read-journal.ts'
import { historyOf, hoursBetween } from '../../testing/example-journal.ts'
import { startCountingAws } from './counting-aws.ts'
import { print } from './print.ts'

/**
 * This program measures what it costs to open a journal and to add a trade: the units that DynamoDB would bill, and the
 * bytes that are sent.
 */

const aws = await startCountingAws()
const { unitsOf } = aws

const measure = async (count: number, mostUnits: number) => {
  const key: JournalKey = { userId: `bench-${count}`, mode: 'DEMO', accountId: 'ABC12' }
  const now = Date.now()
  const first = now - (count + 1) * hoursBetween * 3_600_000
  const rawOf = (length: number) => ({ ...historyOf(length, first), notes: [] })
  await askForReading(key, now)
  await saveHead(key, { ...newHead, currency: 'GBP', readAt: now, isComplete: true }, null)
  const save = async (length: number) => {
    const raw = rawOf(length)
    await saveRaw(key, await readRaw(key), raw)
    const { parts } = await readView(key)
    await saveView(key, parts, deriveJournal(keyed(raw.rows), raw.entries, raw.notes, 'GBP'))
  }
  await save(count)
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
    value: read,
    unit: 'read units',
    target: mostUnits,
    ceiling: mostUnits * 1.2,
    floor: 1,
  })
  print({
    name: `its sums, days and breakdowns, ${size} trades`,
    value: gzipSync(JSON.stringify(answer)).length / 1_000,
    unit: 'kB compressed',
    target: 60,
    ceiling: 120,
    floor: 0.5,
    note: `${milliseconds.toFixed(0)} ms on this machine, the embedded database included`,
  })
  const { write } = await unitsOf(() => save(count + 1))
  print({
    name: `one more trade in a journal of ${size}`,
    value: write,
    unit: 'write units',
    target: 120,
    ceiling: 160,
    floor: 3,
    note: 'only the parts of the newest month are written',
  })
  const kept = await unitsOf(() => Promise.all([readRaw(key), readView(key)]))
  print({
    name: `what one reading of IG’s history reads of a journal of ${size}`,
    value: kept.read,
    unit: 'read units',
    target: 1_000,
    ceiling: 1_200,
    floor: 1,
  })
}

/**
 * Measures the check of an account that runs once a minute while a position is open and the list of positions does not
 * change.
 */
const measureCheck = async () => {
  const key: JournalKey = { userId: 'bench-check', mode: 'DEMO', accountId: 'ABC12' }
  await askForReading(key, Date.now())
  const check = async () => {
    const now = Date.now()
    const head = await leaseJournal(key, 'bench', now, 60_000)
    if (!head) throw new Error('Another run has this journal')
    await readDealNotes(key)
    await saveHead(key, head, now + 60_000)
  }
  await check()
  const { read, write } = await unitsOf(check)
  const rest = 'without the reading of the positions, which is shared with the dashboard'
  print({
    name: 'a check of an open position, once a minute',
    value: write,
    unit: 'write units',
    target: 6,
    ceiling: 8,
    floor: 1,
    note: rest,
  })
  print({
    name: 'what that check reads',
    value: read,
    unit: 'read units',
    target: 4,
    ceiling: 6,
    floor: 1,
    note: rest,
  })
}

await measure(100, 10)
await measure(5_000, 60)
await measure(50_000, 600)
await measureCheck()
await aws.stop()
if (process.connected) process.disconnect()
