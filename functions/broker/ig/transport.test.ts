import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { close, listen } from '../../../infra/dev/servers.ts'
import * as operatorLines from '../../../shared/platform/operator-lines.ts'
import { type IgRequest, NoReply, sendToIg } from './transport.ts'

const servers: Server[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map(close))
})
const serve = async (listener: RequestListener) => {
  const server = createServer(listener)
  servers.push(server)
  return listen(server)
}
const request: IgRequest = { method: 'GET', path: '/positions', version: 2, timeout: 5_000 }
const tokens = { apiKey: 'key-1', clientToken: 'cst-1', accountToken: 'xst-1' }
const failure = async (sent: Promise<unknown>) => sent.then(() => null).catch((error: unknown) => error)

test('each mode uses its own host', async () => {
  process.env.IG_DEMO_URL = `${await serve((_, response) => response.end('{"at":"demo"}'))}/gateway/deal/`
  process.env.IG_LIVE_URL = await serve((_, response) => response.end('{"at":"live"}'))
  expect((await sendToIg(fetch, 'DEMO', request, tokens)).body).toEqual({ at: 'demo' })
  expect((await sendToIg(fetch, 'LIVE', request, tokens)).body).toEqual({ at: 'live' })
})

test('a redirect is not followed, so that tokens go to no other host', async () => {
  let reached = 0
  const elsewhere = await serve((_, response) => {
    reached += 1
    response.end('{}')
  })
  process.env.IG_DEMO_URL = await serve((_, response) => {
    response.writeHead(307, { location: elsewhere })
    response.end()
  })
  expect((await sendToIg(fetch, 'DEMO', request, tokens)).status).toBe(307)
  expect(reached).toBe(0)
})

test.each<[string, RequestListener]>([
  ['no answer', () => undefined],
  [
    'a body that never ends',
    (_, response) => {
      response.writeHead(200)
      response.write('{"positions":')
    },
  ],
])('%s ends at the timeout, and may have been executed', async (_name, listener) => {
  process.env.IG_DEMO_URL = await serve(listener)
  const error = await failure(sendToIg(fetch, 'DEMO', { ...request, timeout: 50 }, tokens))
  expect(error).toBeInstanceOf(NoReply)
  expect(error).toMatchObject({ sent: true, message: 'IG didn’t respond in time' })
})

test.each<[string, RequestListener, string]>([
  ['no answer', (_, response) => void response.destroy(), 'the connection to IG failed'],
  ['a 503', (_, response) => void response.writeHead(503).end('down'), '503'],
])('%s is logged for the operator, without query and secrets', async (_name, listener, status) => {
  process.env.IG_DEMO_URL = await serve(listener)
  const lines: string[] = []
  const written = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  const asked = { ...request, path: '/history/activity?from=2026' } as const
  await sendToIg(fetch, 'DEMO', asked, tokens).catch(() => null)
  written.mockRestore()
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      level: 'warn',
      message: operatorLines.brokerFailed,
      mode: 'DEMO',
      method: 'GET',
      path: '/history/activity',
      status,
    },
  ])
})

test('a response from IG with status 400, 401, 403 or 404 is not logged', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  for (const status of [400, 401, 403, 404]) {
    process.env.IG_DEMO_URL = await serve((_, response) => void response.writeHead(status).end('{}'))
    await sendToIg(fetch, 'DEMO', request, tokens)
  }
  expect(written).not.toHaveBeenCalled()
  written.mockRestore()
})

test('a failure contains no keys or tokens', async () => {
  process.env.IG_DEMO_URL = await serve((incoming) => incoming.socket.destroy())
  const error = await failure(sendToIg(fetch, 'DEMO', request, tokens))
  expect(error).toMatchObject({ sent: true })
  const shown = JSON.stringify(error, Object.getOwnPropertyNames(error))
  for (const secret of Object.values(tokens)) expect(shown).not.toContain(secret)
})

test.each([
  ['error.position.notfound', 'error.position.notfound'],
  ['Unable to aggregate close positions, reason: x', 'unable-to-aggregate-close-positions'],
  ['a sentence of words', 'unknown'],
  ['x'.repeat(81), 'unknown'],
  ['login.with.secret-word.refused', 'unknown'],
  ['key-key-1', 'unknown'],
  ['cst-1-cst-1', 'unknown'],
])(
  'an errorCode of %j becomes %s, so that only codes without credentials are logged',
  async (code, expected) => {
    process.env.IG_DEMO_URL = await serve((_, response) => {
      response.writeHead(500)
      response.end(JSON.stringify({ errorCode: code }))
    })
    const login = {
      ...request,
      method: 'POST',
      body: { identifier: 'demo_user_7', password: 'secret-word' },
    } as const
    const given = { apiKey: 'key-key-1', clientToken: 'cst-1-cst-1', accountToken: 'xst-1-xst-1' }
    expect((await sendToIg(fetch, 'DEMO', login, given)).errorCode).toBe(expected)
  },
)

test.each([
  ['', undefined, null],
  ['<html></html>', undefined, null],
  ['null', null, null],
  ['{"errorCode":7}', { errorCode: 7 }, null],
  ['{"errorCode":"invalid.url"}', { errorCode: 'invalid.url' }, 'invalid.url'],
])('a body of %j is read', async (text, body, errorCode) => {
  process.env.IG_DEMO_URL = await serve((_, response) => response.end(text))
  expect(await sendToIg(fetch, 'DEMO', request, tokens)).toMatchObject({ status: 200, errorCode })
  expect((await sendToIg(fetch, 'DEMO', request, tokens)).body).toEqual(body)
})
