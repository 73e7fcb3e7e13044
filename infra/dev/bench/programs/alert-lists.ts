import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as others } from 'node:timers/promises'
import dynaliteStore from 'dynalite/db/index.js'
import { pack } from '../../../../functions/aws/packed.ts'
import { readAlertPage } from '../../../../functions/alerts/read-alert-page.ts'
import {
  lineOf,
  questionPlace,
  questionPrefix,
  withoutLine,
} from '../../../../functions/alerts/stored-line.ts'
import type { RequestOf } from '../../../../shared/contract/index.ts'
import type { AlertOutcome, AlertRecord } from '../../../../functions/trading/ports/alert-record.ts'
import { startEmbeddedDynamoDb } from '../../testing/embedded-dynamodb.ts'
import { anAlert } from '../../testing/trading-values.ts'
import { startCountingAws } from './counting-aws.ts'
import { print } from './print.ts'

/**
 * This program counts the read units of lists of alerts by state, day and market. One user has a hundred stored alerts
 * and another has a million.
 */

const sizes = { small: 100, large: 1_000_000 } as const
type User = keyof typeof sizes
const questions = 5
const batch = 10_000
const now = Date.now()
/** Milliseconds between two alerts. At this rate a million alerts span three weeks. */
const apart = 1_800

const folder = mkdtempSync(join(tmpdir(), 'signalpost-alerts-'))
try {
  const empty = await startEmbeddedDynamoDb(folder)
  await empty.stop()
  await fill()
  const aws = await startCountingAws(folder)
  try {
    await measure(aws)
  } finally {
    await aws.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.disconnect()

/**
 * Writes the rows directly into the database's files, because requests would take an hour. The rows are the same as
 * those that the stores write.
 */
async function fill() {
  const store = dynaliteStore.create({ path: folder })
  const table = await new Promise<unknown>((resolve, reject) =>
    store.getTable('alerts', false, (error, found) => (error ? reject(error) : resolve(found))),
  )
  const { GlobalSecondaryIndexes: indexes } = table as { GlobalSecondaryIndexes: unknown }
  const put = (to: ReturnType<typeof store.getItemDb>, writes: { key: string; value: unknown }[]) =>
    new Promise<void>((resolve, reject) =>
      to.batch(
        writes.map((write) => ({ type: 'put' as const, ...write })),
        (error) => (error ? reject(error) : resolve()),
      ),
    )
  const lay = async (rows: readonly Record<string, unknown>[]) => {
    const items = rows.map((row) => asAttributes(row))
    await put(
      store.getItemDb('alerts'),
      items.map((value) => ({ key: dynaliteStore.createKey(value, table), value })),
    )
    const entries = items.flatMap(
      (item) => dynaliteStore.getIndexActions(indexes, undefined, item, table).puts,
    )
    for (const [index, puts] of Map.groupBy(entries, (entry) => entry.index))
      await put(
        store.getIndexDb('Global', 'alerts', index),
        puts.map(({ key, item }) => ({ key, value: item })),
      )
    await others()
  }
  for (const [user, size] of Object.entries(sizes)) {
    for (let from = 0; from < size; from += batch)
      await lay(Array.from({ length: Math.min(batch, size - from) }, (_, at) => rowOf(user, from + at)))
    await lay(Array.from({ length: questions }, (_, at) => questionOf(user, at)))
  }
  await new Promise<void>((resolve, reject) => store.db.close((error) => (error ? reject(error) : resolve())))
}

/**
 * Creates the record of an alert. The oldest alerts need an answer, so the figures show that newer alerts do not make
 * them more expensive to read.
 */
function recordOf(userId: string, number: number): AlertRecord & { readonly outcome: AlertOutcome } {
  const acceptedAt = now - number * apart
  const isAsking = number >= sizes[userId as User] - questions
  return {
    alertId: `${userId}${number}`,
    userId,
    acceptedAt,
    captured: { mode: 'DEMO', accountId: 'ABC12', credentialsVersion: 1 },
    alert: anAlert({ market: `LSE:S${number % 25}` }),
    outcome: {
      outcome: isAsking ? 'NEEDS_REVIEW' : 'REFUSED',
      ending: {
        kind: 'told',
        sentence: `Refused: alert ${number} of a bench, as long as such a sentence usually is`,
      },
      trace: [],
      decidedAt: acceptedAt + 900,
    },
    state: isAsking ? 'review' : 'ended',
    waits: 0,
    ofMinute: 1,
  }
}

function rowOf(user: string, number: number) {
  const record = recordOf(user, number)
  const { alertId, userId, acceptedAt, captured, alert, outcome, state = 'ended' } = record
  const isRead = state === 'review'
  return {
    pk: alertId,
    schema: 5,
    userId,
    mode: 'DEMO',
    acceptedAt,
    ...(isRead ? { said: pack({ alert, captured }), outcome: pack(withoutLine(outcome)) } : {}),
    line: pack(lineOf(record, outcome, state)),
    listedAt: acceptedAt,
  }
}

function questionOf(user: string, at: number) {
  const { alertId, userId } = recordOf(user, sizes[user as User] - 1 - at)
  return { pk: `${questionPrefix}${alertId}`, userId, listedAt: questionPlace(now + 86_400_000) }
}

function asAttributes(value: object): object {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (each === undefined ? [] : [[name, attributeOf(each)]])),
  )
}

function attributeOf(value: unknown): object {
  if (typeof value === 'string') return { S: value }
  if (typeof value === 'number') return { N: String(value) }
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') }
  if (Array.isArray(value)) return { L: value.map(attributeOf) }
  return value === null ? { NULL: true } : { M: asAttributes(value as object) }
}

async function measure(aws: Awaited<ReturnType<typeof startCountingAws>>) {
  const unitsOf = async (userId: User, request: Partial<RequestOf<'listAlerts'>>, expected: number) => {
    const { read } = await aws.unitsOf(async () => {
      const { results } = (await readAlertPage({
        request: { limit: 50, ...request },
        caller: { userId },
      } as unknown as Parameters<typeof readAlertPage>[0])) as { results: readonly unknown[] }
      if (results.length !== expected) throw new Error(`${userId}: ${results.length} alerts, not ${expected}`)
    })
    return read
  }
  const since = new Date(now - 50 * apart).toISOString()
  for (const [name, request, expected, most] of [
    ['what asks the user something', { state: 'asking' }, questions, 6],
    ['a day of 51 alerts', { from: since, limit: 51 }, 51, 3],
    // With a filter, one page reads 250 alerts.
    ['the newest alerts of one market', { market: 'LSE:S7', limit: 4 }, 4, 7],
  ] as const) {
    const [few, many] = [await unitsOf('small', request, expected), await unitsOf('large', request, expected)]
    print({
      name: `${name}, of ${sizes.large.toLocaleString('en-GB')} alerts`,
      value: many,
      unit: 'read units',
      target: most,
      ceiling: most,
      floor: 0.5,
      note: `${few} of ${sizes.small} alerts`,
    })
  }
}
