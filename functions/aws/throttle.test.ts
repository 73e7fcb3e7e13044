import { describe, expect, test } from 'vitest'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import { admitTry, forgetTries, takeBackTry, type Throttle, throttles, waitAfter } from './throttle.ts'
import { countUnknownSecret, isGuessing, unknownSecretsPerMinute } from '../settings/unknown-secrets.ts'

useEmbeddedDynamoDb()

const start = Date.UTC(2026, 0, 5, 12)
/** @returns 0 if the attempt was admitted; otherwise the seconds to wait */
const attempt = async (throttle: Throttle, whose: string, second: number): Promise<number> => {
  try {
    await admitTry(throttle, whose, start + second * 1000)
    return 0
  } catch (error) {
    return (error as VisibleError).details.retryAfterSeconds as number
  }
}

describe('a throttle', () => {
  test('admits the first attempts without a wait, and then doubles the wait up to the maximum', async () => {
    const waits: number[] = []
    let second = 0
    for (let admitted = 0; admitted < 16;) {
      const wait = await attempt(throttles.account, 'a@example.com', second)
      if (wait === 0) admitted += 1
      else waits.push(wait)
      second += wait
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
  })

  test('never makes anyone wait longer than announced, however often they try', () => {
    for (const throttle of Object.values(throttles))
      for (const tries of [throttle.free, 100, 10_000])
        expect(waitAfter(throttle, tries)).toBeLessThanOrEqual(throttle.longestWait)
  })

  test('does not count an attempt that it refuses', async () => {
    for (let turn = 0; turn < 5; turn += 1) await attempt(throttles.account, 'b@example.com', 0)
    for (let turn = 0; turn < 50; turn += 1)
      expect(await attempt(throttles.account, 'b@example.com', 0)).toBe(1)
    expect(await attempt(throttles.account, 'b@example.com', 1)).toBe(0)
  })

  test('admits attempts again after a long pause, after a reset, and after an attempt is taken back', async () => {
    const whose = ' C@Example.com'
    for (let turn = 0; turn < 8; turn += 1) await attempt(throttles.account, whose, turn * 1000)
    expect(await attempt(throttles.account, 'c@example.com', 7001)).toBe(7)
    expect(await attempt(throttles.account, whose, 7000 + throttles.account.memory)).toBe(0)
    for (let turn = 0; turn < 5; turn += 1) await attempt(throttles.account, whose, 20_000)
    expect(await attempt(throttles.account, whose, 20_000)).toBe(1)
    await takeBackTry(throttles.account, whose)
    expect(await attempt(throttles.account, whose, 20_000)).toBe(0)
    expect(await attempt(throttles.account, whose, 20_000)).toBe(1)
    await forgetTries(throttles.account, whose)
    expect(await attempt(throttles.account, whose, 20_000)).toBe(0)
  })

  test('slows down one address that tries many accounts, and no other address', async () => {
    for (let turn = 0; turn < throttles.address.free; turn += 1)
      expect(await attempt(throttles.address, '10.0.0.1', 0)).toBe(0)
    expect(await attempt(throttles.address, '10.0.0.1', 0)).toBe(1)
    expect(await attempt(throttles.address, '10.0.0.2', 0)).toBe(0)
  })

  test('admits no more of a hundred simultaneous attempts than of consecutive attempts', async () => {
    const waits = await Promise.all(
      Array.from({ length: 100 }, () => attempt(throttles.account, 'd@example.com', 0)),
    )
    expect(waits.filter((wait) => wait === 0).length).toBeLessThanOrEqual(throttles.account.free)
  })
})

describe('the count of unknown webhook secrets', () => {
  const guess = async (address: string, times: number, at: number) => {
    const tooMany: boolean[] = []
    for (let turn = 0; turn < times; turn += 1) tooMany.push(await countUnknownSecret(address, at))
    return tooMany.filter(Boolean).length
  }

  test('blocks an address with too many attempts for the rest of the minute', async () => {
    expect(await guess('10.9.0.1', unknownSecretsPerMinute - 1, start)).toBe(0)
    expect(isGuessing('10.9.0.1', start)).toBe(false)
    expect(await guess('10.9.0.1', 1, start)).toBe(0)
    expect(isGuessing('10.9.0.1', start)).toBe(true)
    expect(await guess('10.9.0.1', 1, start)).toBe(1)
    expect(await guess('10.9.0.2', unknownSecretsPerMinute, start)).toBe(0)
    expect(['10.9.0.1', '10.9.0.2', '10.9.0.3'].map((address) => isGuessing(address, start))).toEqual([
      true,
      true,
      false,
    ])
    expect(isGuessing('10.9.0.1', start + 60_000)).toBe(false)
  })

  test('never blocks TradingView’s own addresses', async () => {
    expect(await guess('52.89.214.238', 2 * unknownSecretsPerMinute, start)).toBe(0)
    expect(isGuessing('52.89.214.238', start)).toBe(false)
  })
})

test('a throttle admits the first attempts without a wait, even if another machine’s clock is ahead', async () => {
  const now = Date.UTC(2026, 10, 26)
  await admitTry(throttles.lists, 'skewed', now + 5_000)
  await admitTry(throttles.lists, 'skewed', now)
})
