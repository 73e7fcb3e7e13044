import { expect, test } from 'vitest'
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import { refreshLeases } from './refresh-leases.ts'

useEmbeddedDynamoDb()

test('until a lease ends, only its holder can take it again, for example after a lost reply', async () => {
  const login = { userId: 'u1', mode: 'DEMO', accountId: 'ZZ1AB', credentialsVersion: 1 } as const
  const now = Date.UTC(2026, 0, 5, 12)
  const take = async (holder: string, at: number) =>
    (await refreshLeases.take({ what: 'positions', login, holder }, at, 10_000)).kind
  expect([await take('one', now), await take('one', now), await take('other', now)]).toEqual([
    'taken',
    'taken',
    'held',
  ])
  expect(await take('other', now + 10_001)).toBe('taken')
  expect(await take('one', now + 10_002)).toBe('held')
})
