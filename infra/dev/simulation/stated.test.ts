import { expect, it } from 'vitest'
import { limits } from '../../../functions/trading/ports/limits.ts'
import type { Evidence } from './evidence.ts'
import { wrongSums } from './stated.ts'

const begin = Date.UTC(2026, 8, 7, 9)
const end = begin + 300_000
const captured = { accountId: 'ZZ1AB' }

/**
 * Returns the errors that are found if a limit counted a working order that had ended one second before its confirm.
 * @param age milliseconds from the confirm to the count
 */
const countedAfter = (age: number) => {
  const verdictAt = end - age
  const placed = { order: {}, dealIds: ['D1'], ending: {}, trace: [] }
  const fact = { open: 0, working: 1, inFlight: 0, most: 1 }
  const refused = { ending: {}, trace: [{ rule: 'positions and orders', passed: false, fact }] }
  const recorded = [
    { alertId: 'placed', held: true, at: verdictAt },
    { alertId: 'refused', held: true, at: end },
  ]
  const stood = [{ dealId: 'D1', accountId: 'ZZ1AB', from: begin, until: verdictAt - 1_000 }]
  return wrongSums({
    world: { calm: true, tables: { recorded, forgotten: [] }, broker: { stood, deals: [] } },
    alerts: [
      { alertId: 'placed', acceptedAt: begin, captured, outcome: placed },
      { alertId: 'refused', acceptedAt: end - 100, captured, outcome: refused },
    ],
    dealsOf: new Map(),
  } as unknown as Evidence)
}

it('a limit may count an ended order only for as long as the lists may lag behind the order’s confirm', () => {
  const longest = limits.comparedOrdersAge + limits.decisionHolds + limits.listLag
  expect(countedAfter(longest - 1_000)).toEqual([])
  expect(countedAfter(longest)).toEqual(['words: refused says 1 are open or on their way, of at most 0'])
})
