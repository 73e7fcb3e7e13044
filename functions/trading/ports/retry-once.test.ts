import { expect, it } from 'vitest'
import { manualClock } from '../../../infra/dev/testing/manual-clock.ts'
import { retryOnce } from './retry-once.ts'
import { BrokerError } from './broker.ts'

/** Returns a request that fails after a number of milliseconds, and a function that counts its calls. */
const failing = (kind: BrokerError['kind'], after: number) => {
  const clock = manualClock()
  let calls = 0
  const ask = async (): Promise<never> => {
    calls += 1
    await clock.sleep(after)
    throw new BrokerError(kind, 'no answer')
  }
  return { clock, ask, calls: () => calls }
}

it('a read is retried once if the broker could not be reached', async () => {
  const { clock, ask, calls } = failing('unreachable', 1_000)
  await expect(retryOnce(clock, ask)).rejects.toThrow('no answer')
  expect(calls()).toBe(2)
})

it('a read is not retried if the first try took too long, or if another try can’t succeed', async () => {
  for (const [kind, after] of [
    ['unreachable', 15_000],
    ['allowance', 0],
    ['sign-in', 0],
  ] as const) {
    const { clock, ask, calls } = failing(kind, after)
    await expect(retryOnce(clock, ask)).rejects.toThrow('no answer')
    expect(calls()).toBe(1)
  }
})
