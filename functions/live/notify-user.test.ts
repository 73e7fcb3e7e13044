import { beforeEach, expect, test, vi } from 'vitest'
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import { notifyUser } from './notify-user.ts'

const sent = vi.hoisted(() => [] as string[])
vi.mock('../accounts/user-store.ts', () => ({
  getUser: (id: string) => Promise.resolve({ email: `${id}@example.com` }),
}))
vi.mock('../mails/ses.ts', () => ({
  sendMail: (to: string, { subject }: { subject: string }) =>
    Promise.resolve(void sent.push(`${to} ${subject}`)),
}))

useEmbeddedDynamoDb()
beforeEach(() => {
  vi.useRealTimers()
  sent.length = 0
})

const notice = (userId: string, subject: string) => ({ userId, subject, text: 'words' })

test('what is told once a day is mailed once a day, to each user and about each thing', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const tell = (userId: string, about: string) => notifyUser({ ...notice(userId, about), onceADay: about })
  await tell('ann', 'sign-in')
  await tell('ann', 'sign-in')
  await tell('bea', 'sign-in')
  await tell('ann', 'another')
  expect(sent).toEqual(['ann@example.com sign-in', 'bea@example.com sign-in', 'ann@example.com another'])
  vi.setSystemTime(Date.now() + 86_400_001)
  await tell('ann', 'sign-in')
  expect(sent).toHaveLength(4)
})

test('everything else is mailed each time', async () => {
  await notifyUser(notice('ann', 'check an order'))
  await notifyUser(notice('ann', 'check an order'))
  expect(sent).toHaveLength(2)
})
