import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LogType } from '../../../../shared/logs/log.schema.ts'
import { answerLogFile } from '../../../logs/download.ts'
import { appendLog } from '../../../logs/write-log.ts'
import * as operatorLines from '../../../../shared/platform/operator-lines.ts'
import { putNewUser } from '../../../accounts/user-store.ts'
import { callEndpoint } from '../../../../infra/dev/testing/call-endpoint.ts'
import { startEmbeddedDynamoDb } from '../../../../infra/dev/testing/embedded-dynamodb.ts'
import { startEmbeddedS3 } from '../../../../infra/dev/testing/embedded-s3.ts'
import { handler as deleteLogs } from './delete-logs.ts'
import { handler as deleteUserLogs } from './delete-user-logs.ts'
import { handler as downloadLogs } from './download-logs.ts'
import { handler as downloadUserLogs } from './download-user-logs.ts'
import { keepDecisions } from '../../../journal/what-if/decision-store.ts'
import { anOutcome } from '../../../../infra/dev/testing/examples.ts'
import { aSnapshot } from '../../../../infra/dev/testing/trading-values.ts'
import { handler as listDecisions } from './list-decisions.ts'
import { handler as listLogs } from './list-logs.ts'

const caller = vi.hoisted(() => ({ userId: '', isAdmin: false }))
vi.mock('../../../accounts/find-caller.ts', () => ({ findCaller: () => Promise.resolve(caller) }))
vi.mock('../../../accounts/find-provable-caller.ts', () => ({
  findProvableCaller: () => Promise.resolve({ ...caller, requireProof: async () => {} }),
}))

// The test replaces the stack's root secret, which has its own tests.
vi.mock(
  '../../../aws/root-secret.ts',
  async () => (await import('../../../../infra/dev/testing/zero-root-key.ts')).zeroRootKey,
)

let s3: Awaited<ReturnType<typeof startEmbeddedS3>>
let stop: () => Promise<void>
beforeAll(async () => {
  process.env.SITE_ORIGIN = 'https://signals.example.com'
  s3 = await startEmbeddedS3()
  stop = (await startEmbeddedDynamoDb()).stop
})
afterAll(async () => {
  await s3.stop()
  await stop()
})

let users = 0
beforeEach(() => {
  users += 1
  caller.userId = `user-${users}`
  caller.isAdmin = false
})

const start = Date.now() - 3_600_000
const iso = (minutes: number) => new Date(start + minutes * 60_000).toISOString()
/** Writes one entry per minute. Every third entry is a TRADE. */
const fill = async (count: number, userId = caller.userId) => {
  for (let number = 0; number < count; number += 1)
    await appendLog([
      {
        userId,
        mode: 'DEMO',
        type: (number % 3 === 0 ? 'TRADE' : 'ALERT') satisfies LogType,
        message: `entry ${number}`,
        at: start + number * 60_000,
      },
    ])
}
const list = (
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
  cookies: string[] = [],
) => callEndpoint(listLogs, { query, headers, cookies })
const messages = (results: readonly Record<string, unknown>[]) => results.map(({ message }) => message)

test('a burst is complete on each page that shows part of it, and absent from filtered pages', async () => {
  await fill(3)
  await appendLog(
    Array.from({ length: 230 }, (_, index) => ({
      userId: caller.userId,
      mode: 'DEMO' as const,
      type: 'ALERT' as const,
      message: 'Refused: full',
      at: start + 600_000 + index,
      extra: anOutcome({
        reason: 'full',
        requests: 1,
        alert: { acceptedAt: new Date(start + 590_000 + index).toISOString() },
      }),
    })),
  )
  for (const offset of ['0', '20', '110', '220'])
    expect((await list({ offset, limit: '10' })).json.bursts).toMatchObject([
      { alerts: 230, requests: 230, parts: [{ outcome: 'REFUSED', count: 230, because: 'full' }] },
    ])
  expect((await list({ offset: '230', limit: '10' })).json).not.toHaveProperty('bursts')
  expect((await list({ type: 'ALERT' })).json).not.toHaveProperty('bursts')
})

describe('pages of the log', () => {
  test('show the newest entries first, with links to the next and previous page', async () => {
    await fill(45)
    const first = (await list()).json
    expect(first).toMatchObject({
      count: 45,
      previous: null,
      next: '/api/v1/logs?type=ALL&offset=20&limit=20',
    })
    expect(messages(first.results).slice(0, 2)).toEqual(['entry 44', 'entry 43'])
    const second = (await list({ offset: '20', limit: '20' })).json
    expect(second.previous).toBe('/api/v1/logs?type=ALL&offset=0&limit=20')
    expect(messages(second.results)[0]).toBe('entry 24')
    const last = (await list({ offset: '40', limit: '20' })).json
    expect(last.next).toBeNull()
    expect(messages(last.results)).toEqual(['entry 4', 'entry 3', 'entry 2', 'entry 1', 'entry 0'])
    expect((await list({ offset: '45' })).json).toMatchObject({ count: 45, next: null, results: [] })
    expect((await list({ limit: '1000' })).json.results).toHaveLength(45)
  })

  test('are filtered by type, dates or both, and the link to the next page keeps the filters', async () => {
    await fill(45)
    expect((await list({ type: 'TRADE' })).json.count).toBe(15)
    expect((await list({ type: 'ERROR' })).json).toMatchObject({ count: 0, results: [], next: null })
    const dates = { from_date: iso(10), to_date: iso(19) }
    const within = (await list(dates)).json
    expect(messages(within.results)).toEqual(Array.from({ length: 10 }, (_, index) => `entry ${19 - index}`))
    const both = (await list({ ...dates, type: 'TRADE', limit: '2' })).json
    expect(both.count).toBe(3)
    expect(messages(both.results)).toEqual(['entry 18', 'entry 15'])
    const next = new URL(both.next as string, 'http://x').searchParams
    expect(Object.fromEntries(next)).toEqual({ ...dates, type: 'TRADE', offset: '2', limit: '2' })
    expect((await list({ from_date: iso(20), to_date: iso(10) })).json).toMatchObject({
      count: 0,
      results: [],
    })
  })

  test('are compressed if they exceed Lambda’s limit', async () => {
    const wide = 'x'.repeat(20_000)
    await appendLog(
      Array.from({ length: 60 }, (_, number) => ({
        userId: caller.userId,
        mode: 'DEMO' as const,
        type: 'ALERT' as const,
        message: `entry ${number} ${wide}`,
        at: start + number,
      })),
    )
    const large = await list({ limit: '1000' })
    expect(large.headers['content-encoding']).toBe('gzip')
    expect(large.json).toMatchObject({ count: 60 })
    expect(large.json.results.at(-1)?.message).toBe(`entry 0 ${wide}`)
  })

  test.each<Record<string, string>>([
    { limit: '0' },
    { limit: '-1' },
    { limit: '1001' },
    { limit: 'ten' },
    { offset: '-1' },
    { type: 'NOISE' },
    { from_date: 'yesterday' },
  ])('%j is refused', async (query) => {
    expect(await list(query)).toMatchObject({ status: 400, json: { code: 'INVALID_REQUEST' } })
  })
})

describe('polls of the log', () => {
  // The clock is stopped, because entries may expire at midnight, which changes the list.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  test('get 304 if nothing changed, and the new list after a new entry or after the user has cleared the log', async () => {
    await fill(3)
    const first = await list()
    expect(first.headers['cache-control']).toBe('no-store')
    const tag = { 'if-none-match': first.headers.etag as string }
    expect(await list({}, tag)).toMatchObject({ status: 304, text: '' })
    await fill(1)
    expect(await list({}, tag)).toMatchObject({ status: 200, json: { count: 4 } })
    const { cookies, status } = await callEndpoint(deleteLogs, { method: 'DELETE' })
    expect(status).toBe(200)
    expect(await list({}, tag, cookies)).toMatchObject({ status: 200, json: { count: 0, results: [] } })
  })
  test('get 304 for an unchanged empty log', async () => {
    const tag = { 'if-none-match': (await list()).headers.etag as string }
    expect((await list({}, tag)).status).toBe(304)
    await fill(1)
    expect((await list({}, tag)).status).toBe(200)
  })
})

describe('log files', () => {
  test('contain one line per entry, oldest first, and have their name in the header', async () => {
    const at = Date.UTC(2026, 8, 7, 13, 31, 5)
    vi.setSystemTime(at)
    await appendLog([
      { userId: caller.userId, mode: 'LIVE', type: 'TRADE', message: 'First', at },
      {
        userId: caller.userId,
        mode: 'DEMO',
        type: 'ERROR',
        message: 'Two\nlines \u001b[31m',
        description: 'words',
        extra: { kind: 'note', facts: { words: ['a', 'b\u2028'] } },
        at: at + 1,
      },
    ])
    const { text, headers } = await callEndpoint(downloadLogs, { query: { type: 'ALL' } })
    vi.useRealTimers()
    expect(text).toBe(
      '2026-09-07T13:31:05.000Z LIVE TRADE First\n' +
        '2026-09-07T13:31:05.001Z DEMO ERROR Two\\nlines \\u001b[31m | words | {"words":["a","b\\u2028"]}\n',
    )
    expect(headers['content-disposition']).toMatch(/^attachment; filename="logs_2026-09-07T133105Z\.log"$/)
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  })

  test('are filtered like the list, and may be empty', async () => {
    await fill(10)
    const { text } = await callEndpoint(downloadLogs, { query: { type: 'TRADE', from_date: iso(1) } })
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(' ').slice(-2).join(' ')),
    ).toEqual(['entry 3', 'entry 6', 'entry 9'])
    expect((await callEndpoint(downloadLogs, { query: { type: 'ERROR' } })).text).toBe('')
  })

  test('are written to S3 in several calls if they are too large for a response, and are downloaded by a signed link', async () => {
    const count = 300
    const wide = 'x'.repeat(50_000)
    await appendLog(
      Array.from({ length: count }, (_, number) => ({
        userId: caller.userId,
        mode: 'DEMO' as const,
        type: 'ALERT' as const,
        message: `entry ${number} ${wide}`,
        at: start + number,
      })),
    )
    const sizes = { direct: 200_000, part: 5 * 1024 * 1024, time: -1, batch: 20 }
    let calls = 0
    const follow = async (resume?: string): Promise<string> => {
      calls += 1
      const { options } = await answerLogFile({
        userId: caller.userId,
        prefix: 'logs',
        path: '/logs/download',
        request: { type: 'ALL', resume },
        sizes,
      })
      expect(options.status).toBe(302)
      const location = new URL(options.headers?.location ?? '', 'http://x')
      if (location.pathname !== '/api/v1/logs/download') return location.pathname + location.search
      return follow(location.searchParams.get('resume') ?? '')
    }
    const link = await follow()
    expect(calls).toBe(3)
    expect(link).toMatch(/^\/downloads\/user-\d+\/[0-9a-f-]{36}\.log\?.*X-Amz-Signature=/)
    const file = await fetch(`${s3.endpoint}/downloads${link}`)
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="logs_.*\.log"$/)
    const lines = (await file.text()).trimEnd().split('\n')
    expect(lines.map((line) => line.split(' ')[4])).toEqual(
      Array.from({ length: count }, (_, n) => String(n)),
    )
  })

  test('cannot be downloaded from a forged position or from a position of another user', async () => {
    const resume = Buffer.from(
      JSON.stringify({
        range: { userId: 'user-1', list: 'ALL', gen: 1, first: 1, last: 1 },
        next: 1,
        file: { key: `downloads/${caller.userId}/x.log`, uploadId: 'u' },
      }),
    ).toString('base64url')
    for (const forged of [resume, `${resume}.${'x'.repeat(43)}`, `${resume}.`, '.', 'x'])
      expect((await callEndpoint(downloadLogs, { query: { resume: forged } })).status, forged).toBe(400)
  })
})

describe('an admin', () => {
  const other = 'other-user'
  beforeAll(() =>
    putNewUser({
      id: other,
      firstName: 'A',
      lastName: 'B',
      email: 'a@example.com',
      createdAt: iso(0),
      lastLogin: null,
    }),
  )
  test('leaves a line for the operator, which no user can clear, when downloading or clearing a log', async () => {
    caller.isAdmin = true
    const written: string[] = []
    const stdout = vi
      .spyOn(process.stdout, 'write')
      .mockImplementation((line) => written.push(String(line)) > 0)
    await callEndpoint(downloadUserLogs, { path: { userId: other } })
    await callEndpoint(deleteUserLogs, { method: 'DELETE', path: { userId: other } })
    await callEndpoint(deleteLogs, { method: 'DELETE' })
    stdout.mockRestore()
    expect(written.map((line) => JSON.parse(line) as unknown)).toEqual([
      { level: 'warn', message: operatorLines.logDownloaded, userId: other, by: caller.userId },
      { level: 'warn', message: operatorLines.logCleared, userId: other, by: caller.userId },
      { level: 'warn', message: operatorLines.logCleared, userId: caller.userId, by: caller.userId },
    ])
  })

  test('can download and clear a user’s log; other users cannot', async () => {
    await fill(2, other)
    const path = { userId: other }
    expect((await callEndpoint(downloadUserLogs, { path })).status).toBe(403)
    expect((await callEndpoint(deleteUserLogs, { method: 'DELETE', path })).status).toBe(403)
    caller.isAdmin = true
    const file = await callEndpoint(downloadUserLogs, { path })
    expect(file.headers['content-disposition']).toContain(`filename="logs_for_${other}_`)
    expect(file.text).toContain('entry 1')
    expect((await callEndpoint(deleteUserLogs, { method: 'DELETE', path })).status).toBe(200)
    expect((await callEndpoint(downloadUserLogs, { path })).text).toBe('')
    const gone = { userId: 'nobody' }
    expect((await callEndpoint(downloadUserLogs, { path: gone })).status).toBe(404)
    expect((await callEndpoint(deleteUserLogs, { method: 'DELETE', path: gone })).status).toBe(404)
  })
})

describe('decision data', () => {
  const keep = (count: number, from: number) =>
    keepDecisions(
      { userId: caller.userId, mode: 'DEMO' },
      Array.from({ length: count }, (_, number) => ({
        alertId: `alert-${from + number}`,
        ended: 'decided' as const,
        snapshot: aSnapshot({ acceptedAt: start + (from + number) * 60_000, now: start }),
      })),
    )
  const list = async (query: Record<string, string> = {}) => {
    const { json } = await callEndpoint(listDecisions, {
      query: { mode: 'DEMO', from: iso(0), to: iso(60), ...query },
    })
    return json as unknown as { decisions: { alertId: string }[]; settings: object; next: string | null }
  }

  test('is listed oldest first, and settings that several decisions share are listed once', async () => {
    await fill(1)
    await keep(3, 1)
    const { decisions, settings, next } = await list({ to: iso(2) })
    expect(decisions.map(({ alertId }) => alertId)).toEqual(['alert-1', 'alert-2'])
    expect(Object.keys(settings)).toHaveLength(1)
    expect(next).toBeNull()
  })

  test('is split into pages', async () => {
    await fill(1)
    await keep(520, 1)
    const first = await list({ to: iso(600) })
    expect(first.decisions).toHaveLength(500)
    const second = await list({ to: iso(600), after: String(first.next) })
    expect(second.decisions.map(({ alertId }) => alertId).at(0)).toBe('alert-501')
    expect(second.next).toBeNull()
  })

  test('includes alerts that are older than the log’s first entry', async () => {
    await keep(1, 0)
    const first = { mode: 'DEMO', type: 'ORDER', message: 'Placed', at: start + 1_000 } as const
    await appendLog([{ userId: caller.userId, ...first }])
    expect((await list()).decisions.map(({ alertId }) => alertId)).toEqual(['alert-0'])
  })

  test('is deleted with the log', async () => {
    await fill(1)
    await keep(1, 1)
    await callEndpoint(deleteLogs, {})
    expect((await list()).decisions).toEqual([])
    // This entry is older than the clearing of the log.
    await fill(1)
    expect((await list({ to: iso(30) })).decisions).toEqual([])
  })
})
