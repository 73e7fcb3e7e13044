import { expect, test } from 'vitest'
import { aMarket } from '../../infra/dev/testing/trading-values.ts'
import type { BrokerLogin } from '../trading/ports/broker.ts'
import { getMarket, saveMarket } from './market-cache.ts'

const login: BrokerLogin = { userId: 'u1', mode: 'DEMO', accountId: 'ZZ1AB', credentialsVersion: 1 }
const noon = Date.UTC(2026, 5, 1, 12)

test('a market that this process has read is reused for its account until it is too old', async () => {
  await saveMarket(login, aMarket({ epic: 'E2', quotedAt: noon }))
  expect(await getMarket(login, 'E2', noon - 1)).toMatchObject({ epic: 'E2' })
  expect(await getMarket(login, 'E2', noon)).toBeNull()
  expect(await getMarket({ ...login, mode: 'LIVE' }, 'E2', noon - 1)).toBeNull()
  expect(await getMarket({ ...login, accountId: 'ZZ2AB' }, 'E2', noon - 1)).toBeNull()
})
