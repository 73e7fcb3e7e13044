import { createHash } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { close, listen } from '../../infra/dev/servers.ts'
import { refuseBadPassword } from './breached-password.ts'

const owner = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' }
const password = 'Quiet-Otter-9-Lamp'
const digest = createHash('sha1').update(password).digest('hex').toUpperCase()

let server: Server
let origin: string
const asked: { path: string; padding: unknown }[] = []
let answer: (response: ServerResponse) => void
/** Aborts the wait for a response, so the test does not depend on the machine's speed. */
let timeout: AbortController
beforeAll(async () => {
  server = createServer(({ url = '', headers }, response) => {
    asked.push({ path: url, padding: headers['add-padding'] })
    answer(response)
  })
  origin = await listen(server)
})
afterAll(() => close(server))
beforeEach(() => {
  asked.length = 0
  timeout = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
  process.env.BREACHED_PASSWORDS_URL = origin
})
afterEach(() => {
  delete process.env.BREACHED_PASSWORDS_URL
  vi.restoreAllMocks()
})

const check = () => refuseBadPassword(password, owner, 'password')

test('a breached password is refused, and only five digits of its hash are sent', async () => {
  answer = (response) => response.end(`${'0'.repeat(35)}:3\r\n${digest.slice(5)}:12\r\n`)
  await expect(check()).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    details: { password: expect.stringContaining('data breach') as string },
  })
  expect(asked).toEqual([{ path: `/range/${digest.slice(0, 5)}`, padding: 'true' }])
})

test('padding in the breach service’s response is not a match', async () => {
  answer = (response) => response.end(`${digest.slice(5)}:0\r\n`)
  await expect(check()).resolves.toBeUndefined()
})

test.each([
  ['fails', (response: ServerResponse) => response.writeHead(503).end()],
  ['redirects', (response: ServerResponse) => response.writeHead(302, { location: '/' }).end()],
  ['does not answer in time', () => timeout.abort()],
])('a user can choose the password if the breach service %s', async (_, act) => {
  answer = act
  await expect(check()).resolves.toBeUndefined()
  expect(asked).toHaveLength(1)
  expect(AbortSignal.timeout).toHaveBeenCalledExactlyOnceWith(1_000)
})

test('the breach service is called only if it is configured', async () => {
  delete process.env.BREACHED_PASSWORDS_URL
  await expect(check()).resolves.toBeUndefined()
  expect(asked).toEqual([])
})
