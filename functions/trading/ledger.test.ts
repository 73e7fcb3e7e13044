import { expect, it } from 'vitest'
import { emptyLedger, standingClaim, withUpdatedClaim } from './ledger.ts'
import type { Claim } from './ports.ts'

const claim = (own: Partial<Claim>) =>
  ({ alertId: 'A', claimedAt: 1_000, intent: { kind: 'close', thenOpen: 'SELL' }, ...own }) as Claim

it('a run that is late with a reversal’s first claim writes nothing over the second', () => {
  const first = claim({})
  const second = claim({ claimedAt: 4_000, intent: { kind: 'open' } as Claim['intent'] })
  const ledger = { ...emptyLedger, claims: [second] }
  expect(withUpdatedClaim(ledger, first, { intent: first.intent }, 5_000)).toBeNull()
  expect(standingClaim(ledger, first)).toBeUndefined()
  expect(withUpdatedClaim(ledger, second, { brokerReference: 'REF' }, 5_000)?.claims).toEqual([
    { ...second, brokerReference: 'REF' },
  ])
})
