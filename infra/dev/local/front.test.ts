import { afterEach, describe, expect, it } from 'vitest'
import { close, listen } from '../servers.ts'
import { createFront } from './front.ts'

let origin = ''
let stop = () => Promise.resolve()
afterEach(() => stop())

/**
 * Starts a front with one route, which fails for the user Ann as if IG were unreachable.
 * @param errorTimes seconds for which the distribution caches an error, by status
 */
const startFront = async (errorTimes: ReadonlyMap<number, number>) => {
  const front = createFront({
    routes: [
      {
        method: 'GET',
        path: '/api/v1/positions',
        invoke: (event) => {
          const isAnn = ((event as { cookies?: string[] }).cookies ?? []).includes('who=ann')
          return Promise.resolve({
            statusCode: isAnn ? 503 : 200,
            headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
            body: JSON.stringify(isAnn ? { message: 'IG refuses Ann’s key' } : { results: [] }),
          })
        },
      },
    ],
    siteFolder: '/nowhere',
    headers: {},
    originHeaders: {},
    errorTimes,
    control: () => Promise.resolve(null),
  })
  origin = await listen(front)
  stop = () => close(front)
  return async (who: string, query = '', path = '/api/v1/positions') => {
    const answer = await fetch(`${origin}${path}${query}`, {
      headers: { cookie: `who=${who}` },
    })
    return [answer.status, await answer.text()]
  }
}

describe('the front', () => {
  it('serves a cached error to other users, as CloudFront does', async () => {
    const ask = await startFront(new Map())
    expect((await ask('ben'))[0]).toBe(200)
    expect((await ask('ann'))[0]).toBe(503)
    expect(await ask('ben', '?limit=5')).toEqual([503, expect.stringContaining('Ann’s key')])
  })

  it.each(['//', '//x', '/%', '/..%2f'])('caches no error for %s', async (path) => {
    const ask = await startFront(new Map())
    expect((await ask('ben', '', path))[0]).toBeLessThan(500)
  })

  it('redirects a browser from 127.0.0.1 to localhost, because the API only accepts logins from there', async () => {
    await startFront(new Map())
    const answer = await fetch(`${origin}/auth/login?to=/x`, { redirect: 'manual' })
    expect(answer.status).toBe(302)
    const byName = origin.replace('127.0.0.1', 'localhost')
    expect(answer.headers.get('location')).toBe(`${byName}/auth/login?to=/x`)
  })

  it('forwards every call to the API if errors are not cached', async () => {
    const ask = await startFront(new Map([[503, 0]]))
    expect((await ask('ann'))[0]).toBe(503)
    expect(await ask('ben')).toEqual([200, '{"results":[]}'])
  })
})
