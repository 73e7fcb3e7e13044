import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as others } from 'node:timers/promises'
import dynaliteStore from 'dynalite/db/index.js'
import { logTypes } from '../../../../shared/logs/log-types.ts'
import { listKey, sortKey } from '../../../../functions/logs/log-items.ts'
import { listLogs } from '../../../../functions/logs/log-store.ts'
import { startEmbeddedDynamoDb } from '../../testing/embedded-dynamodb.ts'
import { median } from '../measured.ts'
import { print } from './print.ts'

/** How long a page of the log takes with a thousand entries and with a million: both really lie in the table. */

const sizes = { small: 1_000, large: 1_000_000 } as const
const limit = 50
const pairs = 40
const batch = 10_000
const start = Date.UTC(2026, 0, 1)

const folder = mkdtempSync(join(tmpdir(), 'signalpost-pages-'))
try {
  const empty = await startEmbeddedDynamoDb(folder)
  await empty.stop()
  await fill()
  const database = await startEmbeddedDynamoDb(folder)
  await timePages()
  await database.stop()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.disconnect()

/** Past the wire, which would take a quarter of an hour; the items are those that the log's own code reads. */
async function fill() {
  const store = dynaliteStore.create({ path: folder })
  const table = await new Promise<unknown>((resolve, reject) =>
    store.getTable('logs', false, (error, found) => (error ? reject(error) : resolve(found))),
  )
  const items = store.getItemDb('logs')
  for (const [userId, size] of Object.entries(sizes))
    for (let from = 1; from <= size; from += batch) {
      const writes = Array.from({ length: Math.min(batch, size - from + 1) }, (_, index) => {
        const value = itemOf(userId, from + index)
        return { type: 'put' as const, key: dynaliteStore.createKey(value, table), value }
      })
      await new Promise<void>((resolve, reject) =>
        items.batch(writes, (error) => (error ? reject(error) : resolve())),
      )
      await others()
    }
  await new Promise<void>((resolve, reject) => store.db.close((error) => (error ? reject(error) : resolve())))
}

function itemOf(userId: string, number: number) {
  const at = start + number * 1_000
  return {
    pk: { S: listKey(userId, 'ALL') },
    sk: { S: sortKey(start, number) },
    type: { S: 'ALERT' },
    mode: { S: 'DEMO' },
    createdAt: { N: String(at) },
    message: { S: `Refused: entry ${number} of a bench, as long as such a sentence usually is` },
    counts: { L: logTypes.map((type) => ({ N: String(type === 'ALERT' ? number : 0) })) },
    expiresAt: { N: String(Math.floor(at / 1000) + 400 * 86_400) },
  }
}

async function timePages() {
  const page = async (userId: keyof typeof sizes, offset: number) => {
    const began = performance.now()
    const { count, results } = await listLogs(userId, { type: 'ALL' }, offset, limit)
    const took = performance.now() - began
    if (count !== sizes[userId] || results.length !== limit)
      throw new Error(`${userId}: ${results.length} of ${count} entries`)
    return took
  }
  const ratios: number[] = []
  const times: number[] = []
  for (let pair = -5; pair < pairs; pair += 1) {
    const place = ((pair + 5) * 0.618) % 0.9
    const small = await page('small', Math.floor(place * sizes.small))
    const large = await page('large', Math.floor(place * sizes.large))
    if (pair < 0) continue
    ratios.push(large / small)
    times.push(large)
  }
  print({
    name: 'a page of the log, of 1,000,000 entries against 1,000',
    value: median(ratios),
    unit: '×',
    target: 1.1,
    floor: 1,
    note: `median of ${pairs} pairs at any offset; ${median(times).toFixed(1)} ms with a million`,
  })
}
