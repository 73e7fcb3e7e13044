import { expect, it } from 'vitest'
import { accountStateFor } from './account-state.ts'
import { emptyLedger, storedClaim, withUpdatedClaim } from './ledger.ts'
import { anAccount, anAlert, aPosition, aWorkingOrder } from '../../../infra/dev/testing/trading-values.ts'
import type { Claim, Ledger } from '../ports/ledger.ts'
import { withSaid } from './strategy-state.ts'

const claim = (own: Partial<Claim>) =>
  ({ alertId: 'A', claimedAt: 1_000, intent: { kind: 'close', thenOpen: 'SELL' }, ...own }) as Claim

it('a late run with a reversal’s first claim does not overwrite the second claim', () => {
  const first = claim({})
  const second = claim({ claimedAt: 4_000, intent: { kind: 'open' } as Claim['intent'] })
  const ledger = { ...emptyLedger, claims: [second] }
  expect(withUpdatedClaim(ledger, first, { intent: first.intent }, 5_000)).toBeNull()
  expect(storedClaim(ledger, first)).toBeUndefined()
  expect(withUpdatedClaim(ledger, second, { brokerReference: 'REF' }, 5_000)?.claims).toEqual([
    { ...second, brokerReference: 'REF' },
  ])
})

it('an order whose position was closed is no longer in flight, even if it was confirmed late or never', () => {
  const now = 200_000
  const closed = [{ dealId: 'D1', dealReference: 'R1', at: now - 80_000 }]
  const order = { type: 'MARKET', direction: 'BUY' } as const
  const placed = { alertId: 'B', dealReference: 'R1', dealId: 'D1', epic: 'E', order }
  const lists = anAccount({ readAt: now })
  const late = { ...emptyLedger, closed, placed: [{ ...placed, at: now - 90_000, knownAt: now }] }
  const unsaid = {
    ...emptyLedger,
    closed,
    claims: [
      claim({ alertId: 'B', dealReference: 'R1', intent: { kind: 'open', order: {} } as Claim['intent'] }),
    ],
  }
  for (const ledger of [late, unsaid]) {
    expect(accountStateFor(ledger, lists, 'A').inFlightOrders).toEqual([])
    const before = { ...ledger, closed: [] }
    expect(accountStateFor(before, lists, 'A').inFlightOrders).toHaveLength(1)
  }
})

it('a filled order is counted once, even if the list of working orders still shows it', () => {
  const position = aPosition({ dealId: 'D1' })
  const order = aWorkingOrder({ dealId: 'D1' })
  const state = accountStateFor(
    emptyLedger,
    anAccount({ positions: [position], workingOrders: [order] }),
    'A',
  )
  expect([state.positions.length, state.workingOrders.length]).toEqual([1, 0])
})

it('`leaving` contains the deal ID and the reference of a position that another alert closes completely', () => {
  const position = aPosition({ dealId: 'D1', dealReference: 'R1' })
  const closing = { kind: 'close', positions: [position], workingOrders: [] } as unknown as Claim['intent']
  const ledger = { ...emptyLedger, claims: [claim({ alertId: 'B', dealReference: 'R2', intent: closing })] }
  expect(accountStateFor(ledger, anAccount({}), 'A').leaving).toEqual(['D1', 'R1'])
  expect(accountStateFor(ledger, anAccount({}), 'B').leaving).toBeUndefined()
  const inPart = { ...closing, rests: { D1: '0.5' } } as Claim['intent']
  const partly = { ...ledger, claims: [claim({ alertId: 'B', dealReference: 'R2', intent: inPart })] }
  expect(accountStateFor(partly, anAccount({}), 'A').leaving).toBeUndefined()
})

it('the strategy whose last alert is the oldest is forgotten first, even if a strategy is called 5', () => {
  const alertOf = (strategy: string) =>
    ({ alertId: strategy, alert: anAlert({ strategy, market: 'LSE:VOD' }) }) as const
  const names = ['first', ...Array.from({ length: 49 }, (_, index) => `tag ${index}`), 'first', '5', 'last']
  let states: Ledger['standings']
  for (const [at, name] of names.entries()) states = withSaid(states, alertOf(name), at)
  expect(Object.keys(states ?? {})).toHaveLength(50)
  expect(states).toMatchObject({ first: {}, 5: {}, last: {}, 'tag 48': {} })
  expect(states).not.toHaveProperty(['tag 0'])
  expect(states).not.toHaveProperty(['tag 1'])
})
