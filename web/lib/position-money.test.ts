import { describe, expect, it } from 'vitest'
import { aPosition } from '../../infra/dev/testing/examples.ts'
import { tradeDetails } from '../../infra/dev/testing/example-journal.ts'
import { initialRisk, moneyAt, moneyAtStops } from './position-money.ts'

const position = aPosition({ openLevel: 100, stopLevel: 90, limitLevel: 120, pointValue: 0.5 })

describe('the money at a level', () => {
  it.each([
    ['a BUY at its stop', position, 90, -5],
    ['a BUY at its target', position, 120, 10],
    ['a SELL at its stop', { ...position, direction: 'SELL' as const }, 110, -5],
    ['no stop', position, null, null],
    ['a point of unknown value', aPosition(), 90, null],
  ])('is the result of a close there: %s', (_, held, level, money) => {
    expect(moneyAt(held, level)).toBe(money)
  })

  it('is the sum over all stops, or null if a stop is unknown', () => {
    expect(moneyAtStops([position, position])).toBe(-10)
    expect(moneyAtStops([position, { ...position, stopLevel: null }])).toBeNull()
  })
})

describe('the initial risk of an open position', () => {
  const open = tradeDetails({ risk: null, firstStop: 80 })

  it.each([
    ['is calculated from its first stop and the value of a point', position, open, 10],
    ['is the journal’s once a part is booked', position, { ...open, risk: 12 }, 12],
    ['is calculated from the current stop if the position is not in the journal yet', position, undefined, 5],
    ['is zero if the first stop secured a profit', position, { ...open, firstStop: 105 }, 0],
    ['is unknown without the position', undefined, open, null],
  ])('%s', (_, held, details, risk) => {
    expect(initialRisk(held, details)).toBe(risk)
  })
})
