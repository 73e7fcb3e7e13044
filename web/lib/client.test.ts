import { http, HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import type { RequestOf } from '../../shared/contract/index.ts'
import { apiBasePath } from '../../shared/contract/api-path.ts'
import { endpoints } from './endpoints.ts'
import { server } from '../testing/server.ts'
import { call } from './client.ts'
import { upload } from './files.ts'

it('upload sends a file with its own name and type', async () => {
  const { method, path } = endpoints.uploadInstruments
  let sent = ''
  server.use(
    http[method.toLowerCase() as 'post'](`*${apiBasePath}${path}`, async ({ request }) => {
      sent = await request.text()
      return HttpResponse.json({ message: 'Uploaded' })
    }),
  )
  await upload('uploadInstruments', new File(['LSE:VOD\n'], 'mine.csv', { type: 'text/csv' }))
  expect(sent).toMatch(/name="file"; filename="mine\.csv"\r\ncontent-type: text\/csv\r\n\r\nLSE:VOD\n\r\n--/i)
})

describe('a response with an entity tag', () => {
  const { path } = endpoints.listLogs
  const request = { offset: 0, limit: 20 } as RequestOf<'listLogs'>
  /** Serves logs with an entity tag. Responds with 304 if the client already has the newest version. */
  const serveLogs = () => {
    const sent = { bodies: 0, tags: [] as (string | null)[] }
    let version = 1
    server.use(
      http.get(`*${apiBasePath}${path}`, ({ request }) => {
        const tag = `"v${version}"`
        sent.tags.push(request.headers.get('if-none-match'))
        if (sent.tags.at(-1) === tag) return new HttpResponse(null, { status: 304, headers: { etag: tag } })
        sent.bodies += 1
        return HttpResponse.json({ count: version, next: null, results: [] }, { headers: { etag: tag } })
      }),
      http.post(`*${apiBasePath}${endpoints.logout.path}`, () => HttpResponse.json({ message: 'Bye' })),
    )
    return { sent, change: () => (version += 1) }
  }

  it('is kept in memory and downloaded again only after it has changed', async () => {
    const { sent, change } = serveLogs()
    expect(await call('listLogs', request)).toMatchObject({ count: 1 })
    expect(await call('listLogs', request)).toMatchObject({ count: 1 })
    expect(sent).toEqual({ bodies: 1, tags: [null, '"v1"'] })
    change()
    expect(await call('listLogs', request)).toMatchObject({ count: 2 })
    expect(await call('listLogs', request)).toMatchObject({ count: 2 })
    expect(sent.bodies).toBe(2)
    await call('logout', {})
  })

  it('is removed from memory at logout', async () => {
    const { sent } = serveLogs()
    await call('listLogs', request)
    await call('logout', {})
    await call('listLogs', request)
    expect(sent).toEqual({ bodies: 2, tags: [null, null] })
  })

  it('does not add its tag to requests for other addresses', async () => {
    const { sent } = serveLogs()
    await call('listLogs', request)
    await call('listLogs', { ...request, offset: 20 })
    expect(sent.tags.at(-1)).toBeNull()
  })
})

describe('a call that fails', () => {
  /** @returns an object that counts the calls to the API */
  const serve = (method: 'get' | 'post', path: string, answers: readonly (() => Response)[]) => {
    const calls = { count: 0 }
    server.use(
      http[method](`*${apiBasePath}${path}`, () => {
        const answer = answers[Math.min(calls.count, answers.length - 1)]!
        calls.count += 1
        return answer()
      }),
    )
    return calls
  }
  const status = (code: number) => () => new HttpResponse(null, { status: code })
  const noNetwork = () => HttpResponse.error()
  const logs = { offset: 0, limit: 20, type: 'ALL' } as const
  const page = () => HttpResponse.json({ count: 0, next: null, results: [] })

  it.each([
    ['with status 413', [status(413), status(503), page]],
    ['without an answer', [noNetwork, noNetwork, page]],
  ])('is repeated at most twice if it is a read that fails %s', async (_, answers) => {
    const calls = serve('get', endpoints.listLogs.path, answers)
    expect(await call('listLogs', logs)).toMatchObject({ count: 0 })
    expect(calls.count).toBe(3)
  })

  it('is tried three times, then rejected with the error', async () => {
    const refused = serve('get', endpoints.listLogs.path, [status(503)])
    await expect(call('listLogs', logs)).rejects.toMatchObject({ status: 503, code: 'UNKNOWN' })
    expect(refused.count).toBe(3)
    const unreached = serve('get', endpoints.listLogs.path, [noNetwork])
    await expect(call('listLogs', logs)).rejects.toMatchObject({ status: 0, code: 'UNREACHABLE' })
    expect(unreached.count).toBe(3)
  })

  it.each([
    ['an answer that no second call can change', 'get', endpoints.listLogs.path, status(404), 404],
    ['a change that a second call might do twice', 'post', '/alerts/A/confirm', status(503), 503],
    [
      'a change without an answer that a second call might do twice',
      'post',
      '/alerts/A/confirm',
      noNetwork,
      0,
    ],
  ] as const)('is not repeated after %s', async (_, method, path, answer, code) => {
    const calls = serve(method, path, [answer])
    const made = method === 'get' ? call('listLogs', logs) : call('confirmAlert', { alertId: 'A' })
    await expect(made).rejects.toMatchObject({ status: code })
    expect(calls.count).toBe(1)
  })

  it('is not sent while the browser is offline if it would change something', async () => {
    const calls = serve('post', '/alerts/A/confirm', [page])
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await expect(call('confirmAlert', { alertId: 'A' })).rejects.toMatchObject({ code: 'OFFLINE' })
    expect(calls.count).toBe(0)
    onLine.mockRestore()
  })
})
