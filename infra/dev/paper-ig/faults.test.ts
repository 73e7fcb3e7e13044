import { describe, expect, it } from 'vitest'
import { Fault, Faults } from './faults.ts'
import type { WireRequest } from './gateway/wire.ts'

const request = (method: string, path: string): WireRequest => ({
  method,
  path,
  isBareDelete: false,
  query: new URLSearchParams(),
  headers: {},
  body: {},
})

const waiting = (...faults: object[]) => {
  const list = new Faults()
  for (const fault of faults) list.add(Fault.parse(fault))
  return list
}
const drop = { respond: 'drop' }

describe('a fault', () => {
  it('applies to the given number of matching requests and is then used up', () => {
    const faults = waiting({ ...drop, method: 'get', path: '/confirms', times: 2 })
    const take = (method: string, path: string) => faults.take(request(method, path), method) !== null
    expect(take('GET', '/positions')).toBe(false)
    expect(take('POST', '/confirms/x')).toBe(false)
    expect([take('GET', '/confirms/x'), take('GET', '/confirms/y'), take('GET', '/confirms/z')]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('can name the method with which a request is sent, or the method in its `_method` header', () => {
    const byMeaning = waiting({ ...drop, method: 'DELETE' })
    expect(byMeaning.take(request('DELETE', '/positions/otc'), 'POST')).not.toBeNull()
    const byWire = waiting({ ...drop, method: 'POST' })
    expect(byWire.take(request('DELETE', '/positions/otc'), 'POST')).not.toBeNull()
  })

  it('can name a path with or without the base path, or no path', () => {
    for (const path of ['/gateway/deal/positions', '/positions', undefined])
      expect(waiting({ ...drop, path }).take(request('GET', '/positions'), 'GET')).not.toBeNull()
  })

  it('waits until earlier faults are used up', () => {
    const faults = waiting({ respond: { status: 500 } }, { respond: { status: 503 } })
    const statuses = [1, 2].map(() => faults.take(request('GET', '/'), 'GET')?.respond)
    expect(statuses).toEqual([{ status: 500 }, { status: 503 }])
  })

  it('applies once by default, and executes the request without delay', () => {
    expect(Fault.parse({})).toEqual({ path: '/', times: 1, apply: true, respond: { delayMs: 0 } })
  })

  it.each([{ times: 0 }, { apply: 'no' }, { respond: 'hang' }, { respond: { status: 99 } }, { typo: 1 }])(
    'cannot be %o',
    (fault) => {
      expect(Fault.safeParse(fault).success).toBe(false)
    },
  )
})
