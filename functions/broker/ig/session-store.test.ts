import { expect, test } from 'vitest'
import { useEmbeddedDynamoDb } from '../../../infra/dev/testing/use-embedded-dynamodb.ts'
import type { BrokerLogin } from '../../trading/ports/broker.ts'
import { sessionStore } from './session-store.ts'

useEmbeddedDynamoDb()

let users = 0
const anAccount = (): BrokerLogin => ({
  userId: `u${(users += 1)}`,
  mode: 'DEMO',
  accountId: 'ZZ1AB',
  credentialsVersion: 1,
})
const now = Date.UTC(2026, 0, 5, 12)
const record = {
  sealed: 'sealed',
  renewedAt: now,
  refusals: 0,
  refusedCode: null,
  notBefore: 0,
  throttles: 0,
}

test('a lease whose reply was lost is held by the repeated call alone until it ends', async () => {
  const login = anAccount()
  const lease = (holder: string, at: number) => sessionStore.lease(login, holder, at, 30_000)
  const first = await lease('one', now)
  expect(first).not.toBeNull()
  expect(await lease('one', now)).toEqual(first)
  expect(await lease('other', now)).toBeNull()
  expect(await lease('other', now + 30_001)).not.toBeNull()
  expect(await lease('one', now + 30_002)).toBeNull()
})

test('a save is the holder’s alone, and one whose reply was lost changes nothing when repeated', async () => {
  const login = anAccount()
  await sessionStore.lease(login, 'one', now, 30_000)
  await sessionStore.save(login, 'other', now, { ...record, sealed: 'another' })
  for (let time = 0; time < 2; time += 1) await sessionStore.save(login, 'one', now, record)
  expect(await sessionStore.read(login)).toEqual(record)
  expect(await sessionStore.lease(login, 'other', now, 30_000)).toEqual(record)
})

test('a pardon counts for the refusals it was given for, however often it is repeated', async () => {
  const login = anAccount()
  const refuse = async (refusals: number) => {
    await sessionStore.lease(login, 'one', now, 30_000)
    const refused = { ...record, refusals, refusedCode: 'some.code', notBefore: now + 60_000 }
    await sessionStore.save(login, 'one', now, refused)
    return refused
  }
  await refuse(3)
  for (let time = 0; time < 2; time += 1) await sessionStore.pardon(login, 3, 2)
  expect(await sessionStore.read(login)).toMatchObject({ refusals: 2, notBefore: 0, sealed: null })
  const since = await refuse(1)
  await sessionStore.pardon(login, 3, 2)
  expect(await sessionStore.read(login)).toEqual(since)
})
