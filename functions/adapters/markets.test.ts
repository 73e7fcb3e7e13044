import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aMarket } from '../../shared/trading/testing.ts'
import { saveMarket as saveElsewhere } from '../stores/broker-cache.ts'
import { dynamo } from '../stores/table.ts'
import { startEmbeddedDynamoDb } from '../testing/embedded-dynamodb.ts'
import type { BrokerAccount } from '../trading/ports.ts'
import { getMarket, saveMarket } from './markets.ts'

let stop: () => Promise<void>
beforeAll(async () => {
  stop = (await startEmbeddedDynamoDb()).stop
})
afterAll(() => stop())

const account: BrokerAccount = { userId: 'u1', mode: 'DEMO', accountId: 'ZZ1AB', credentialsVersion: 1 }
const noon = Date.UTC(2026, 5, 1, 12)

test('a market is read once, until it is too old for who asks', async () => {
  await saveElsewhere(account, aMarket({ epic: 'E1', quotedAt: noon }))
  const reads = vi.spyOn(dynamo(), 'send')
  expect(await getMarket(account, 'E1', noon - 1)).toMatchObject({ quotedAt: noon })
  expect(await getMarket(account, 'E1', noon - 1)).toMatchObject({ quotedAt: noon })
  expect(reads).toHaveBeenCalledTimes(1)
  expect(await getMarket(account, 'E1', noon)).toBeNull()
  await saveElsewhere(account, aMarket({ epic: 'E1', quotedAt: noon + 5 }))
  expect(await getMarket(account, 'E1', noon)).toMatchObject({ quotedAt: noon + 5 })
})

test('what this process has saved it knows, for that account alone', async () => {
  await saveMarket(account, aMarket({ epic: 'E2', quotedAt: noon }))
  const reads = vi.spyOn(dynamo(), 'send')
  reads.mockClear()
  expect(await getMarket(account, 'E2', noon - 1)).toMatchObject({ epic: 'E2' })
  expect(reads).not.toHaveBeenCalled()
  expect(await getMarket({ ...account, mode: 'LIVE' }, 'E2', noon - 1)).toBeNull()
})
