import { describe, expect, it } from 'vitest'
import { calmWorld } from '../../../infra/dev/simulation/engine.ts'
import { aPosition, anAccount, epic } from '../../../infra/dev/testing/trading-values.ts'
import { emptyLedger } from '../ledger/ledger.ts'
import type { AlertOutcome, AlertRecord } from '../ports/alert-record.ts'
import type { AccountState } from '../../../shared/trading/model/snapshot.ts'
import type { BrokerActivity } from '../ports/broker.ts'
import { lookUpReview } from './follow-missing-deal.ts'

const alert = { alertId: 'A', acceptedAt: 0, alert: { market: 'NASDAQ:AAPL' } } as AlertRecord
const sent = {
  outcome: 'NEEDS_REVIEW',
  ending: { kind: 'no answer', about: 'order' },
  trace: [],
  decidedAt: 0,
  dealReference: 'SP-1',
  order: { direction: 'BUY', size: '0.43', epic },
} as unknown as AlertOutcome
const login = { userId: 'ann', mode: 'DEMO', accountId: 'ZZ1AB', credentialsVersion: 3 } as const

const asked = async (
  outcome: AlertOutcome,
  account: Partial<AccountState>,
  activity: readonly Partial<BrokerActivity>[] = [],
) => {
  const { ports, calls } = calmWorld({
    readAccount: () => Promise.resolve(anAccount(account)),
    readActivity: () => Promise.resolve(activity.map((each) => ({ actions: [], ...each }) as BrokerActivity)),
  })
  const found = await lookUpReview(ports.broker, alert, outcome, { login, ledger: emptyLedger })
  return { found, calls }
}

describe('a repeated look-up of a review', () => {
  it('reports that the order’s position is open, and sends no order', async () => {
    const position = aPosition({ dealId: 'D1', dealReference: 'SP-1' })
    const { found, calls } = await asked(sent, { positions: [position] })
    expect(found).toBe('a position is open after all (BUY 0.43 NASDAQ:AAPL, deal D1)')
    expect(calls).toEqual(['readAccount'])
  })

  it('reports that the broker rejected the order', async () => {
    const rejected = { dealReference: 'SP-1', status: 'REJECTED', rejection: 'MARKET_CLOSED' } as const
    const { found, calls } = await asked(sent, {}, [rejected])
    expect(found).toMatch(/^IG rejected the order: MARKET_CLOSED/)
    expect(calls).toEqual(['readAccount', 'readActivity'])
  })

  it('reports nothing if the broker does not show the order', async () => {
    expect((await asked(sent, {})).found).toBeNull()
  })

  it('reports which deal of an exit is still open, and later that the deal is closed', async () => {
    const { order: _, ...exit } = { ...sent, openDealIds: ['D1'] }
    const open = await asked(exit, { positions: [aPosition({ dealId: 'D1', size: '0.5' })] })
    expect(open.found).toBe('Still open at IG: D1 (BUY 0.5)')
    expect((await asked(exit, { positions: [] })).found).toBe('D1 is no longer open at IG')
  })
})
