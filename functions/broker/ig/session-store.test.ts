import { describe, expect, test } from 'vitest'
import { sessionStoreInMemory } from '../../../infra/dev/testing/session-store-in-memory.ts'
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

describe.each([
  ['in the table', sessionStore],
  ['in memory', sessionStoreInMemory()],
])('the session store %s', (_where, store) => {
  test('gives a lease again to its holder, whose first reply may be lost, and to another process only after the lease ends', async () => {
    const login = anAccount()
    const lease = (holder: string, at: number) => store.lease(login, holder, at, 30_000)
    const first = await lease('one', now)
    expect(first).not.toBeNull()
    expect(await lease('one', now)).toEqual(first)
    expect(await lease('other', now)).toBeNull()
    expect(await lease('other', now + 30_001)).not.toBeNull()
    expect(await lease('one', now + 30_002)).toBeNull()
  })

  test('saves a record only for the holder of the lease, and changes nothing if the holder repeats the save after a lost reply', async () => {
    const login = anAccount()
    await store.lease(login, 'one', now, 30_000)
    await store.save(login, 'other', now, { ...record, sealed: 'another' })
    for (let time = 0; time < 2; time += 1) await store.save(login, 'one', now, record)
    expect(await store.read(login)).toEqual(record)
    expect(await store.lease(login, 'other', now, 30_000)).toEqual(record)
  })

  test('forgives only the refusals for which the pardon was given, even if the pardon is repeated', async () => {
    const login = anAccount()
    const refuse = async (refusals: number) => {
      await store.lease(login, 'one', now, 30_000)
      const refused = { ...record, refusals, refusedCode: 'some.code', notBefore: now + 60_000 }
      await store.save(login, 'one', now, refused)
      return refused
    }
    await refuse(3)
    for (let time = 0; time < 2; time += 1) await store.pardon(login, 3, 2)
    expect(await store.read(login)).toMatchObject({ refusals: 2, notBefore: 0, sealed: null })
    const since = await refuse(1)
    await store.pardon(login, 3, 2)
    expect(await store.read(login)).toEqual(since)
  })

  test('returns the session of a connection test once, and only to its user and mode', async () => {
    const login = anAccount()
    await store.saveTested(login, 'sealed', now)
    expect(await store.takeTested(anAccount())).toBeNull()
    expect(await store.takeTested({ ...login, mode: 'LIVE' })).toBeNull()
    expect(await store.takeTested(login)).toBe('sealed')
    expect(await store.takeTested(login)).toBeNull()
  })

  test('remembers that credentials need login version 3 after the session of a connection test has been taken', async () => {
    const login = anAccount()
    expect(await store.readVersion3(login)).toBeNull()
    await store.saveVersion3(login, 'note', now)
    await store.saveTested(login, 'sealed', now)
    await store.takeTested(login)
    expect(await store.readVersion3(login)).toBe('note')
    expect(await store.readVersion3({ ...login, mode: 'LIVE' })).toBeNull()
  })
})
