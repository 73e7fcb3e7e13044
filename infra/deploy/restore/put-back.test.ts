import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useEmbeddedDynamoDb } from '../../dev/testing/use-embedded-dynamodb.ts'
import { pagesOf, putBack } from './put-back.ts'
import { leftoverOf } from './aws-world.ts'
import { restore, type RestoreWorld, switchOn } from './restore.ts'

/** Two tables with the same keys stand in for a table and a copy of its earlier state. */
const [live, copy] = ['instruments', 'logs']

useEmbeddedDynamoDb()
let client: DynamoDBDocumentClient
beforeAll(() => {
  client = DynamoDBDocumentClient.from(new DynamoDBClient({}))
})

type Row = Readonly<Record<string, unknown>>
const rowsOf = async (table: string) => {
  const rows: Row[] = []
  for await (const page of pagesOf(client, table)) rows.push(...page)
  return rows.sort((a, b) => String(a.sk).localeCompare(String(b.sk)))
}
const lay = async (table: string, rows: readonly Row[]) => {
  for (const Item of rows) await client.send(new PutCommand({ TableName: table, Item }))
}
const row = (sk: string, more: Row = {}): Row => ({ pk: 'p', sk, ...more })

const now = Date.UTC(2026, 10, 22)
const run = (mode: 'replace' | 'fill', apply: boolean) => putBack(client, { live, copy, mode }, apply, now)

const then = [
  row('kept', { bytes: new Uint8Array([1, 2]), list: [1, { a: null }] }),
  row('changed', { value: 'old' }),
  row('deleted'),
  row('expired', { expiresAt: now / 1000 - 1 }),
]
const today = [then[0] as Row, row('changed', { value: 'new' }), row('made since')]

beforeEach(async () => {
  // Replacing a table with an empty copy deletes all its rows.
  for (const table of [live, copy])
    await putBack(client, { live: table, copy: 'sessions', mode: 'replace' }, true, now)
  await lay(copy, then)
  await lay(live, today)
})

test('replacing restores a table’s earlier rows, and a second run changes nothing', async () => {
  expect(await run('replace', false)).toEqual({ put: 2, removed: 1, same: 2 })
  expect(await rowsOf(live)).toEqual([today[1], today[0], today[2]])
  expect(await run('replace', true)).toEqual({ put: 2, removed: 1, same: 2 })
  expect(await rowsOf(live)).toEqual([then[1], then[2], then[0]])
  expect(await run('replace', true)).toEqual({ put: 0, removed: 0, same: 4 })
})

test('filling adds the missing rows to a table and changes no other row', async () => {
  expect(await run('fill', true)).toEqual({ put: 1, removed: 0, same: 3 })
  expect(await rowsOf(live)).toEqual([today[1], then[2], today[0], today[2]])
})

test('a restore can add and remove hundreds of rows', async () => {
  const many = (start: string) =>
    Array.from({ length: 230 }, (_, number) => row(`${start}${String(number).padStart(3, '0')}`))
  await lay(copy, many('then-'))
  await lay(live, many('now-'))
  expect(await run('replace', true)).toEqual({ put: 232, removed: 231, same: 2 })
  expect(await rowsOf(live)).toHaveLength(233)
})

const aWorld = () => {
  const turned: boolean[] = []
  const dropped: string[] = []
  const world: RestoreWorld = {
    documents: client,
    nameOf: (table) => (table === 'settings' ? 'settings' : live),
    copyOf: () => Promise.resolve(copy),
    dropCopy: (name) => Promise.resolve(void dropped.push(name)),
    setExecuting: (on) => Promise.resolve(void turned.push(on)),
    reconcile: () => Promise.resolve({ looked: 2, failed: 0 }),
    now: () => new Date(now),
  }
  return { world, turned, dropped }
}
const wish = (agrees: boolean) => ({
  at: new Date(now),
  tables: ['instruments'] as const,
  agrees: () => Promise.resolve(agrees),
  say: () => undefined,
})

test('a restore that fails midway says that no alert is executed until a restore completes', async () => {
  const { world, turned, dropped } = aWorld()
  expect(await restore(world, wish(false))).toBe(false)
  expect([turned, dropped]).toEqual([[], [copy]])

  const send = vi.spyOn(client, 'send')
  const breaks = () => {
    send.mockRejectedValue(new Error('gone'))
    return Promise.resolve(true)
  }
  const agreed = { ...wish(true), agrees: breaks }
  await expect(restore(world, agreed)).rejects.toThrow(
    'gone. Alert execution stays stopped until the restore completes',
  )
  send.mockRestore()
  expect([turned, dropped]).toEqual([[false], [copy, copy]])

  expect(await restore(world, wish(true))).toBe(true)
  expect(turned).toEqual([false, false, true])
})

test('an expired login is reported even if removing the copy fails too', async () => {
  const { world } = aWorld()
  const expired = () => Promise.reject(new Error('expired'))
  const said: string[] = []
  const broken = {
    ...world,
    dropCopy: expired,
    setExecuting: (on: boolean) => (on ? expired() : Promise.resolve()),
  }
  await expect(restore(broken, { ...wish(true), say: (line) => said.push(line) })).rejects.toThrow(
    /expired. Alert execution stays stopped.*--switch-on/,
  )
  expect(said.at(-1)).toBe(`The copy ${copy} was not deleted: Error: expired`)
})

test('switchOn ends an incomplete restore: it pauses all users and executes alerts again', async () => {
  await lay('settings', [{ pk: 'ann', version: 1, tradingPause: null }])
  const { world, turned } = aWorld()
  const said: string[] = []
  await switchOn(world, (line) => said.push(line))
  expect(turned).toEqual([true])
  expect(said).toEqual([
    'Trading is paused for 1 users',
    'Alerts are executed again. The reconciler checked 2 open alerts',
  ])
  expect((await rowsOf('settings'))[0]?.tradingPause).toMatchObject({ by: 'OPERATOR' })
})

test('leftoverOf finds the table of a destroyed stack by the name of the current table', () => {
  const live = 'Signalpost-datausers1A2B3C4D-NEW1'
  const left = 'Signalpost-datausers1A2B3C4D-OLD1'
  const others = ['Signalpost-datausersettings1-X', 'Signalpost-dry-datausers1A2B3C4D-X']
  expect(leftoverOf(live, [live, left, ...others])).toBe(left)
  expect(() => leftoverOf(live, [live, ...others])).toThrow('No table Signalpost-datausers1A2B3C4D-')
  expect(() => leftoverOf(live, [live, left, `${left}2`])).toThrow('Several tables')
})
