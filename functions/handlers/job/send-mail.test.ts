import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startStandInAws } from '../../../infra/dev/testing/stand-in-aws.ts'
import { useEmbeddedDynamoDb } from '../../../infra/dev/testing/use-embedded-dynamodb.ts'
import type { AccountNotification } from '../../mails/email-message.ts'
import { handler } from './send-mail.ts'

useEmbeddedDynamoDb()
let aws: Awaited<ReturnType<typeof startStandInAws>>
const events = vi.hoisted(() => vi.fn(() => Promise.resolve()))
vi.mock('../../notifications/notifications-queue.ts', () => ({ notificationsQueue: { sendEvents: events } }))
beforeAll(async () => {
  aws = await startStandInAws()
})
afterAll(() => aws.stop())
beforeEach(() => events.mockClear())

const noon = Date.parse('2026-11-25T12:00:00Z')
const hour = 3_600_000
const newDevice = { kind: 'new-device', address: '203.0.113.7' } as const
const notify = (to: string, at: number, notice: AccountNotification = newDevice) =>
  handler({ order: 'notice', to, userId: 'user-1', at, notice })
const subjectsTo = (address: string) =>
  aws.mails.filter(({ to }) => to.includes(address)).map(({ subject }) => subject)

test('a user gets at most six emails an hour, even after forty notifications', async () => {
  const victim = 'victim@example.test'
  for (let login = 0; login < 40; login += 1) await notify(victim, noon + login * 1_000)
  const subjects = subjectsTo(victim)
  expect(subjects).toEqual([
    ...Array.from({ length: 5 }, () => 'New login to your Signalpost account'),
    'Further Signalpost account emails paused for an hour',
  ])
  // The email limit does not apply to the user's other channels, so every notification is sent to them.
  expect(events).toHaveBeenCalledTimes(40)
  await notify(victim, noon + hour)
  expect(aws.mails.at(-1)?.text).toContain('This happened 35 more times in the previous hour.')
  await notify(victim, noon + hour + 1)
  expect(aws.mails.at(-1)?.text).not.toContain('in the previous hour')
})

test('a rare notification is sent by email even after many notifications of another kind', async () => {
  const owner = 'owner@example.test'
  for (let login = 0; login < 20; login += 1) await notify(owner, noon + login)
  await notify(owner, noon + 30, { kind: 'factor-removed', what: 'the authenticator app' })
  expect(subjectsTo(owner).at(-1)).toBe('A second factor was removed from your Signalpost account')
  await notify('another@example.test', noon + 31)
  expect(subjectsTo('another@example.test')).toHaveLength(1)
})
