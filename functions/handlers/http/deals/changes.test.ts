import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { beforeAll, expect, test, vi } from 'vitest'
import { useEmbeddedDynamoDb } from '../../../../infra/dev/testing/use-embedded-dynamodb.ts'
import { contract, type ResponseOf } from '../../../../shared/contract/index.ts'
import { appendLog } from '../../../logs/write-log.ts'
import { handler as listChanges } from './list-changes.ts'
import { handler as listLogs } from '../logs/list-logs.ts'
import { handler as getStats } from './get-stats.ts'

const caller = vi.hoisted(() => ({ userId: 'ann', isAdmin: false }))
vi.mock('../../../accounts/find-caller.ts', () => ({ findCaller: () => Promise.resolve(caller) }))

useEmbeddedDynamoDb()
// The clock is stopped, because log entries may expire at midnight, which changes the list.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))

const eventOf = (query: Record<string, string>) =>
  ({
    headers: {},
    queryStringParameters: query,
    requestContext: { http: { method: 'GET', sourceIp: '127.0.0.1' } },
  }) as unknown as APIGatewayProxyEventV2

const ask = async (reads: unknown, since?: string) => {
  const query = { reads: JSON.stringify(reads), ...(since === undefined ? {} : { since }) }
  const { statusCode, body } = await listChanges(eventOf(query))
  return { status: statusCode, body: body === undefined ? null : (JSON.parse(body) as unknown) }
}
const changes = async (reads: readonly string[], since?: string) => {
  const { status, body } = await ask(reads, since)
  expect(status).toBe(200)
  return contract.listChanges.response.parse(body).answers as readonly {
    readonly status: number
    readonly tag?: string
    readonly body?: ResponseOf<'listLogs'>
    readonly error?: unknown
  }[]
}
const write = (message: string) =>
  appendLog([{ userId: 'ann', mode: 'DEMO', type: 'ALERT', message, at: Date.now() }])

test('the poll returns each read exactly as a separate call does, even if the read is refused', async () => {
  await write('one')
  const [logs, stats] = await changes(['/logs?limit=5', '/stats'])
  const alone = await listLogs(eventOf({ limit: '5' }))
  expect(logs).toEqual({
    status: 200,
    tag: String(alone.headers?.etag).slice(1, -1),
    body: JSON.parse(alone.body ?? ''),
  })
  const refused = await getStats(eventOf({}))
  expect(stats).toEqual({ status: refused.statusCode, error: JSON.parse(refused.body ?? '') })
  expect(stats?.status).toBe(409)
})

test('the poll returns only reads that have changed for the caller, and 304 if none have', async () => {
  const reads = ['/logs?limit=5', '/logs?limit=1&type=TRADE']
  const [all, trades] = await changes(reads)
  const held = `${all?.tag},${trades?.tag}`
  expect(await ask(reads, held)).toEqual({ status: 304, body: null })
  expect((await changes(reads, `${all?.tag},`)).map(({ status }) => status)).toEqual([304, 200])
  await write('two')
  const [next] = await changes(reads, held)
  expect(next?.body?.results[0]?.message).toBe('two')
  expect((await changes(reads, `${next?.tag},nonsense`)).map(({ status }) => status)).toEqual([304, 200])
})

test.each([[], 'x', Array<string>(17).fill('/logs'), [1]])(
  'the poll refuses reads like %j',
  async (...reads) => {
    expect(await ask(reads.length === 1 ? reads[0] : reads)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST', details: { reads: 'a JSON array of 1 to 16 paths' } },
    })
  },
)

test('the poll refuses a read that dashboards do not poll, and a read with invalid parameters', async () => {
  const answers = await changes(['/users', '/users/me', 'http://elsewhere.example/admin', '/logs?limit=many'])
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  expect(answers[3]?.error).toMatchObject({ code: 'INVALID_REQUEST', details: { limit: expect.any(String) } })
})
