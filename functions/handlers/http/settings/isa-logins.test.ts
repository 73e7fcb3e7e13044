import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetTries, throttles } from '../../../aws/throttle.ts'
import { makePerson, type Person, useAccounts } from '../../../../infra/dev/testing/accounts.ts'
import { PaperUnderTest } from '../../../../infra/dev/paper-ig/testing/paper-under-test.ts'

useAccounts()
let paper: PaperUnderTest
let person: Person
beforeAll(async () => {
  paper = await PaperUnderTest.start()
  process.env.IG_DEMO_URL = paper.ig.url('DEMO')
})
afterAll(async () => {
  await paper.stop()
})

const typed = { username: 'paper-demo', password: 'paper', apiKey: 'paper-key' }
const asDemo = { demoUsername: typed.username, demoPassword: typed.password, demoApiKey: typed.apiKey }

let seen = 0
/** Returns the API versions of the logins since the previous call, in order. */
const loginVersions = async () => {
  const requests: { method: string; path: string; version: string }[] = (await paper.control('requests')).body
  const fresh = requests.slice(seen)
  seen = requests.length
  return fresh
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/session'))
    .map(({ version }) => version)
}

const pass = (milliseconds: number) => {
  vi.setSystemTime(Date.now() + milliseconds)
  paper.clock.pass(milliseconds)
}

const testConnection = async (change: Partial<typeof typed> = {}) => {
  await forgetTries(throttles.connectionTest, `${person.id} DEMO`)
  return (await person.browser.call('testConnection', { mode: 'DEMO', ...typed, ...change })).body
}

const save = async (change: Record<string, unknown> = {}) => {
  const { tradingPause: _, ...saved } = (await person.browser.call('getSettings')).body as Record<
    string,
    unknown
  >
  const { status, body } = await person.browser.call('updateSettings', {
    ...saved,
    ...asDemo,
    demoAccountId: 'PAPER-DEMO-SB',
    ...change,
  })
  return [status, body.warnings]
}

const openFirstPage = async () => (await person.browser.call('listPositions')).status

describe('a login whose default account is an ISA', () => {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await paper.control('reset', {})
    seen = 0
    await paper.control('preset/isa', {})
    person = await makePerson()
    await forgetTries(throttles.brokerLogin, 'DEMO paper-demo')
  })
  afterEach(() => void vi.useRealTimers())

  test('needs two login requests when it is tested, and none when it is saved or when the first page opens', async () => {
    expect(await testConnection()).toMatchObject({ outcome: 'CONNECTED' })
    expect(await loginVersions()).toEqual(['2', '3'])
    expect(await save()).toEqual([200, undefined])
    expect(await openFirstPage()).toBe(200)
    expect(await loginVersions()).toEqual([])
  })

  test('needs one login request in a later test, and two again after the password changes', async () => {
    await testConnection()
    await loginVersions()
    pass(2 * 60_000)
    expect(await testConnection()).toMatchObject({ outcome: 'CONNECTED' })
    expect(await loginVersions()).toEqual(['3'])
    await testConnection({ password: 'another' })
    expect(await loginVersions()).toEqual(['2', '3'])
  })

  test('needs no login request if it is saved minutes after its test, even though its access token has expired', async () => {
    await testConnection()
    await loginVersions()
    pass(5 * 60_000)
    expect(await save()).toEqual([200, undefined])
    expect(await openFirstPage()).toBe(200)
    expect(await loginVersions()).toEqual([])
  })

  test('is tried with version 3 first if IG has refused version 2, even if IG has also refused version 3', async () => {
    await paper.control('faults', {
      method: 'POST',
      path: '/session',
      times: 2,
      apply: false,
      respond: { status: 403, body: { errorCode: 'error.public-api.failure.stockbroking-not-supported' } },
    })
    expect(await testConnection()).toMatchObject({ outcome: 'REFUSED' })
    expect(await loginVersions()).toEqual(['2', '3'])
    expect(await save()).toEqual([200, undefined])
    expect(await loginVersions()).toEqual(['3'])
  })
})
