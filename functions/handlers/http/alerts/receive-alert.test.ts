import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makePerson, type Person, useAccounts } from '../../../../infra/dev/testing/accounts.ts'
import { TestBrowser } from '../../../../infra/dev/testing/test-browser.ts'
import { listLogs } from '../../../logs/log-store.ts'
import { systemClock } from '../../../aws/system.ts'
import { dynamo } from '../../../aws/table.ts'
import { unreadablePerMinute } from '../../../settings/unknown-secrets.ts'

useAccounts()
let owner: Person
let known: string
beforeAll(async () => {
  owner = await makePerson()
  known = (await owner.browser.call('getSettings')).body.demoWebhookSecret as string
})
beforeEach(() => {
  // All calls of a test are in one minute, and each test is in a different minute.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (minutes += 2) * 60_000 })
})
afterEach(() => vi.useRealTimers())
let minutes = 0

const send = (body: object, from: string) =>
  new TestBrowser().call(
    'receiveAlert',
    { body: JSON.stringify(body) },
    { 'cloudfront-viewer-address': `${from}:443` },
  )

/** Counts the sleeps and the database calls of an action. */
const costOf = async (act: () => Promise<unknown>) => {
  const calls = vi.spyOn(dynamo(), 'send')
  const sleeps = vi.spyOn(systemClock, 'sleep')
  await act()
  const cost = { calls: calls.mock.calls.length, sleeps: sleeps.mock.calls.length }
  calls.mockRestore()
  sleeps.mockRestore()
  return cost
}

const secretless = { market: 'LSE:VOD', action: 'UP' }
const guess = { ...secretless, secret: 'an-unknown-webhook-secret-0123' }

describe('a body that can’t be read', () => {
  it('is refused without a sleep and with at most one database call', async () => {
    const status = async (body: object) => expect((await send(body, '198.51.100.1')).status).toBe(400)
    expect(await costOf(() => status(secretless))).toEqual({ calls: 0, sleeps: 0 })
    expect(await costOf(() => status(guess))).toEqual({ calls: 1, sleeps: 0 })
  })

  it('is logged for the owner of its secret', async () => {
    const problem = { secret: known, market: 'LSE:VOD', action: 'UP' }
    expect((await send(problem, '198.51.100.2')).status).toBe(400)
    const logged = await listLogs(owner.id, { type: 'ERROR' }, 0, 10)
    expect(JSON.stringify(logged)).toContain('An alert couldn’t be read and did not trade')
  })

  it('is refused without a database call after too many such bodies from its address, which can still send alerts', async () => {
    for (let turn = 0; turn < unreadablePerMinute; turn += 1) await send(secretless, '198.51.100.3')
    const refused = async () =>
      expect(await send({ ...guess, secret: known }, '198.51.100.3')).toMatchObject({
        status: 429,
        body: { code: 'TOO_MANY_ATTEMPTS' },
      })
    expect(await costOf(refused)).toEqual({ calls: 0, sleeps: 0 })
    expect((await send({ ...guess, secret: known }, '198.51.100.4')).status).toBe(400)
    const alert = { secret: known, market: 'LSE:VOD', action: 'CLOSE', id: 'beside-unreadable' }
    expect((await send(alert, '198.51.100.3')).status).toBe(202)
  })

  it('does not block TradingView’s addresses', async () => {
    const statuses = new Set<number>()
    for (let turn = 0; turn <= unreadablePerMinute; turn += 1)
      statuses.add((await send(secretless, '52.89.214.238')).status)
    expect([...statuses]).toEqual([400])
  })
})

it('guesses at the secret do not block an alert with a known secret from the same address', async () => {
  const readable = { ...guess, action: 'CLOSE' }
  let status = 0
  while (status !== 429) status = (await send(readable, '198.51.100.5')).status
  expect(await costOf(() => send(readable, '198.51.100.5'))).toEqual({ calls: 1, sleeps: 0 })
  const alert = { secret: known, market: 'LSE:VOD', action: 'CLOSE', id: 'beside-guesses' }
  expect((await send(alert, '198.51.100.5')).status).toBe(202)
})

/**
 * Simulates one of 20 processes that together get 400 unreadable bodies a second. Half of the bodies come from one
 * address, half from 50.
 */
it('a flood of unreadable bodies uses fewer than 2 of the webhook’s 20 executions', async () => {
  const [processes, seconds] = [20, 60]
  const bodies = (200 * seconds) / processes
  const flood = async () => {
    for (let turn = 0; turn < bodies; turn += 1) {
      await send(guess, '198.51.100.6')
      await send(guess, `203.0.113.${turn % 50}`)
    }
  }
  const { calls, sleeps } = await costOf(flood)
  expect(sleeps).toBe(0)
  // In milliseconds: how long a DynamoDB read from Lambda takes, and three times as long as this handler takes on a
  // current processor.
  const [call, work] = [5, 1]
  expect(((calls * call + 2 * bodies * work) * processes) / (seconds * 1_000)).toBeLessThan(2)
})
