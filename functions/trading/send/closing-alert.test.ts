import { expect, it } from 'vitest'
import { aPosition } from '../../../infra/dev/testing/trading-values.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import type { Claim, Closing } from '../ports/ledger.ts'
import { ClosingAlert } from './closing-alert.ts'

const alert = { alertId: 'A' } as AlertRecord
const closingOf = (change: Partial<Closing> = {}): Closing => ({
  kind: 'close',
  positions: ['D1', 'D2', 'D3'].map((dealId) => aPosition({ dealId, size: '5' })),
  workingOrders: [],
  ...change,
})
const claimOf = (intent: Closing) => ({ alertId: 'A', claimedAt: 1, intent }) as Claim
const aRun = (intent: Closing, isResumed: boolean) =>
  new ClosingAlert(alert, claimOf(intent), intent, isResumed)

it('a run records as unsent only its own deals, not deals that another run has taken', () => {
  const run = aRun(closingOf({ retry: ['position D2', 'position D3'] }), false)
  const taken = closingOf({ retry: ['position D3'], sendsFrom: 7 })
  expect(run.intentToCarryOn(taken, run.deals)).toMatchObject({
    retry: ['position D1', 'position D3'],
    sendsFrom: 7,
  })
})

it('a run keeps the deals that another run has recorded as unsent, received or done', () => {
  const [first] = aRun(closingOf(), true).deals
  const run = aRun(closingOf({ retry: ['position D1'] }), true)
  run.take(claimOf(closingOf({ retry: [] })))
  if (first) run.know(first, { kind: 'done' })
  const stored = closingOf({ retry: ['position D2'], done: ['D3'], received: ['position D3'] })
  expect(run.intentToCarryOn(stored, [])).toMatchObject({
    retry: ['position D2'],
    done: ['D1', 'D3'],
    received: ['position D3'],
  })
})

it('a run subtracts the size that it has closed from a deal’s stored size, unless another run has changed that size', () => {
  const run = aRun(closingOf(), false)
  const [first, second] = run.deals
  for (const deal of [first, second])
    if (deal) run.know(deal, { kind: 'untouched', reason: 'x', closed: '2' })
  const stored = closingOf({
    positions: ['5', '4', '5'].map((size, index) => aPosition({ dealId: `D${index + 1}`, size })),
  })
  expect(run.intentToCarryOn(stored, []).positions.map(({ size }) => size)).toEqual(['3', '4', '5'])
})
