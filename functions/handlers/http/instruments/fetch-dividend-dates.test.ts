import { expect, test, vi } from 'vitest'
import { throttles } from '../../../aws/throttle.ts'
import { makePerson, useAccounts } from '../../../../infra/dev/testing/accounts.ts'

useAccounts()

test('a fetch of dividend dates is limited per user, so that no user overloads Yahoo', async () => {
  // The clock is stopped, so that the wait does not end early on a slow machine.
  vi.useFakeTimers({ toFake: ['Date'] })
  const [person, other] = [await makePerson(), await makePerson()]
  const statuses: number[] = []
  for (let turn = 0; turn < throttles.dividends.free + 3; turn += 1)
    statuses.push((await person.browser.call('fetchDividendDates')).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(throttles.dividends.free)
  expect(statuses.at(-1)).toBe(429)
  expect((await other.browser.call('fetchDividendDates')).status).toBe(200)
})
