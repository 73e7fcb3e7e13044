import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { demoClient } from './demo-client.ts'
import { demoInstrumentsCsv, demoRules } from './seed.ts'

let folder: string
let isRefused = false
const calls: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalpost-demo-'))
  vi.stubEnv('LOCAL_DATA', folder)
  calls.length = 0
  isRefused = false
  vi.stubGlobal('fetch', async (url: URL) => {
    calls.push(url.pathname.split('/').slice(-2).join('/'))
    const isRefresh = url.pathname.endsWith('/auth/token')
    if (isRefresh && isRefused) return Response.json({ code: 'NOT_SIGNED_IN', message: 'x' }, { status: 401 })
    return Response.json({}, { headers: { 'set-cookie': 'session=one; HttpOnly' } })
  })
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  rmSync(folder, { recursive: true, force: true })
})

it('the demo client logs in once and reuses the session', async () => {
  for (let turn = 0; turn < 3; turn += 1) await demoClient('http://localhost:3000')
  expect(calls).toEqual(['auth/login', 'auth/token', 'auth/token'])
  expect(statSync(join(folder, 'demo-session.json')).mode & 0o777).toBe(0o600)
})

it('the demo client logs in again if the session has ended or belongs to a different site', async () => {
  await demoClient('http://localhost:3000')
  isRefused = true
  await demoClient('http://localhost:3000')
  await demoClient('http://localhost:3100')
  expect(calls).toEqual(['auth/login', 'auth/token', 'auth/login', 'auth/login'])
})

it('the demo user’s limits allow a burst on every instrument', () => {
  const instruments = demoInstrumentsCsv().split('\n').length - 1
  expect(instruments).toBeGreaterThanOrEqual(20)
  expect(demoRules.maximumOpenPositions).toBeGreaterThan(instruments)
  expect(demoRules.maximumOpenPositionsAndPendingOrders).toBeGreaterThan(instruments)
  expect(demoRules.largestBurst).toBeGreaterThan(instruments)
})
