import { expect, test } from 'vitest'
import { makePerson, type Person, useAccounts } from '../../../../infra/dev/testing/accounts.ts'

useAccounts()

type Settings = { demoWebhookSecret: string; liveWebhookSecret: string }
const secretsOf = async ({ browser }: Person) =>
  (await browser.call('getSettings')).body as unknown as Settings

const tried = async ({ browser }: Person, mode: 'DEMO' | 'LIVE', secret: string) => {
  const alert = JSON.stringify({ secret, market: 'LSE:VOD', action: 'BUY', price: '88.42' })
  const { status, body } = await browser.call('tryAlert', { mode, alert })
  expect(status).toBe(200)
  return body as unknown as { outcome: string; sentence: string; trace: unknown[]; order: unknown }
}

test('a dry run with the user’s secret for its mode applies the rules of that mode', async () => {
  const person = await makePerson()
  const { demoWebhookSecret } = await secretsOf(person)
  const { outcome, trace } = await tried(person, 'DEMO', demoWebhookSecret)
  expect(outcome).toBe('REFUSED')
  expect(trace).not.toEqual([])
})

test('a dry run accepts the masked LIVE secret that the dashboard shows', async () => {
  const person = await makePerson()
  const { liveWebhookSecret: masked } = await secretsOf(person)
  const { outcome, trace } = await tried(person, 'LIVE', masked)
  // LIVE is blocked because the user trades in DEMO.
  expect(outcome).toBe('BLOCKED')
  expect(trace).not.toEqual([])
})

test('a dry run with the secret of the other mode is refused, and explains that the alert would trade in the other mode', async () => {
  const person = await makePerson()
  const { liveWebhookSecret } = await secretsOf(person)
  expect(await tried(person, 'DEMO', liveWebhookSecret)).toEqual({
    outcome: 'REFUSED',
    sentence: 'Refused: the secret is your LIVE secret, so this alert would trade in LIVE, not in DEMO',
    trace: [],
    order: null,
    stake: null,
  })
})

test('a dry run gives the same answer for another user’s secret as for an unknown one', async () => {
  const [person, other] = [await makePerson(), await makePerson()]
  const foreign = await tried(person, 'DEMO', (await secretsOf(other)).demoWebhookSecret)
  expect(foreign).toMatchObject({
    outcome: 'REFUSED',
    sentence:
      'Refused: the secret is neither your DEMO nor your LIVE secret, so the webhook would refuse this alert',
  })
  expect(await tried(person, 'DEMO', 'x'.repeat(32))).toEqual(foreign)
})
