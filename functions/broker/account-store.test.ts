import { expect, test } from 'vitest'
import { emptyAccount } from '../trading/account.ts'
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import { accountFrom, getAccount, saveAccount } from './account-store.ts'
import { dynamo } from '../aws/table.ts'

useEmbeddedDynamoDb()

const account = { userId: 'ann', mode: 'DEMO' } as const

test('the account is saved over the version that was read, and over no other', async () => {
  expect(await saveAccount(account, { ...emptyAccount, version: 1 })).toBe(true)
  expect(await saveAccount(account, { ...emptyAccount, version: 1 })).toBe(false)
  expect(await saveAccount(account, { ...emptyAccount, version: 3 })).toBe(false)
  const closed = [{ dealId: 'DIAAAAABCD00001', at: 1 }]
  expect(await saveAccount(account, { ...emptyAccount, version: 2, closed })).toBe(true)
  expect(await getAccount(account)).toEqual({ ...emptyAccount, version: 2, closed })
})

test('a write whose answer was lost and that was sent again is known for one’s own', async () => {
  const name = 'sendsTwice'
  dynamo().middlewareStack.add(
    (next, { commandName }) =>
      async (given) => {
        const first = await next(given)
        return commandName === 'PutItemCommand' || commandName === 'PutCommand' ? next(given) : first
      },
    { step: 'build', priority: 'low', name },
  )
  try {
    const before = (await getAccount(account)).version
    expect(await saveAccount(account, { ...emptyAccount, version: before + 1 })).toBe(true)
    expect((await getAccount(account)).version).toBe(before + 1)
  } finally {
    dynamo().middlewareStack.remove(name)
  }
})

test('a claim keeps its deal reference, and one of schema 2 has the name of its alert', async () => {
  const claim = {
    alertId: 'abcdefghijklmnopqrstuvwxyz',
    dealReference: 'SP-abcdefghijklmnopqrsttlx1',
    claimedAt: 1,
    epic: 'E',
    instrument: 'LSE:VOD',
    trace: [],
    captured: { mode: 'DEMO', accountId: 'A', credentialsVersion: 1 },
    intent: { kind: 'close', positions: [], workingOrders: [] },
  } as const
  const bea = { userId: 'bea', mode: 'DEMO' } as const
  await saveAccount(bea, { ...emptyAccount, version: 1, claims: [claim] })
  expect((await getAccount(bea)).claims).toEqual([claim])
  const { dealReference: _, ...before } = claim
  const record = {
    ...emptyAccount,
    version: 1,
    claims: [before],
    placed: [{ alertId: 'x', dealId: 'D', epic: 'E', at: 1, knownAt: 1 }],
  }
  const old = accountFrom({ schema: 2, version: 1, record })
  expect(old.claims).toEqual([{ ...claim, dealReference: 'SP-abcdefghijklmnopqrstuvwxyz' }])
  expect(old.placed).toMatchObject([{ dealReference: 'SP-x', order: null }])
})
