import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makePerson, startAccounts } from '../../../../infra/dev/testing/accounts.ts'
import { TestBrowser } from '../../../../infra/dev/testing/test-browser.ts'
import { systemClock } from '../../../aws/system.ts'

let world: Awaited<ReturnType<typeof startAccounts>>
beforeAll(async () => {
  world = await startAccounts()
})
afterAll(() => world.stop())

test('an alert that can’t be read is answered no sooner if its secret is known', async () => {
  const person = await makePerson()
  const { demoWebhookSecret: known } = (await person.browser.call('getSettings')).body
  const slept = vi.spyOn(systemClock, 'sleep').mockResolvedValue()
  const now = vi.spyOn(systemClock, 'now').mockReturnValue(Date.now())
  for (const secret of [known, 'an-unknown-webhook-secret-0123'])
    expect(
      (await new TestBrowser().call('receiveAlert', { secret, market: 'LSE:VOD', action: 'UP' })).status,
    ).toBe(400)
  now.mockRestore()
  expect(slept.mock.calls).toEqual([[300], [300]])
})
