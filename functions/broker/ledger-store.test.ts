import { expect, test } from 'vitest'
import { emptyLedger } from '../trading/ledger/ledger.ts'
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import { getLedger, saveLedger } from './ledger-store.ts'
import { sendingTwice } from '../../infra/dev/testing/sending-twice.ts'

useEmbeddedDynamoDb()

const account = { userId: 'ann', mode: 'DEMO' } as const

test('an account’s record is saved only if the stored version is the one that was read', async () => {
  expect(await saveLedger(account, { ...emptyLedger, version: 1 })).toBe(true)
  expect(await saveLedger(account, { ...emptyLedger, version: 1 })).toBe(false)
  expect(await saveLedger(account, { ...emptyLedger, version: 3 })).toBe(false)
  const closed = [{ dealId: 'DIAAAAABCD00001', at: 1 }]
  expect(await saveLedger(account, { ...emptyLedger, version: 2, closed })).toBe(true)
  expect(await getLedger(account)).toEqual({ ...emptyLedger, version: 2, closed })
})

test('a write that is repeated after a lost answer succeeds', async () => {
  await sendingTwice(async () => {
    const before = (await getLedger(account)).version
    expect(await saveLedger(account, { ...emptyLedger, version: before + 1 })).toBe(true)
    expect((await getLedger(account)).version).toBe(before + 1)
  })
})

test('a claim has the same deal reference after it is saved and read', async () => {
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
  await saveLedger(bea, { ...emptyLedger, version: 1, claims: [claim] })
  expect((await getLedger(bea)).claims).toEqual([claim])
})
