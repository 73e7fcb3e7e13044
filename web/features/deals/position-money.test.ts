import { describe, expect, it } from 'vitest'
import { aPosition } from '../../../infra/dev/testing/examples.ts'
import { aTrade, tradeDetails } from '../../../infra/dev/testing/example-journal.ts'
import { moneyAt, moneyAtStops, withPosition } from './position-money.ts'

const position = aPosition({ openLevel: 100, stopLevel: 90, limitLevel: 120, pointValue: 0.5 })

describe('the money at a level', () => {
  it.each([
    ['a BUY at its stop', position, 90, -5],
    ['a BUY at its target', position, 120, 10],
    ['a SELL at its stop', { ...position, direction: 'SELL' as const }, 110, -5],
    ['no stop', position, null, null],
    ['a point of unknown value', { ...position, pointValue: undefined }, 90, null],
  ])('%s', (_, { direction, openLevel, pointValue }, level, money) => {
    expect(moneyAt({ direction, openLevel, ...(pointValue && { pointValue }) }, level)).toBe(money)
  })

  it('is added up for all stops, unless one of them is not known', () => {
    expect(moneyAtStops([position, position])).toBe(-10)
    expect(moneyAtStops([position, { ...position, stopLevel: null }])).toBeNull()
  })
})

describe('the initial risk of an open position', () => {
  const open = tradeDetails({
    trade: aTrade({ isOpen: true, closedAt: null, r: null }),
    risk: null,
    firstStop: 80,
    costs: {
      delay: { points: -2, money: null, r: null },
      execution: null,
      exit: null,
      funding: null,
    },
  })

  it('is worked out from its stop at the opening and the value of a point, and so is what a cost came to', () => {
    const { risk, costs } = withPosition(open, position)
    expect(risk).toBe(10)
    expect(costs.delay).toEqual({ points: -2, money: -1, r: -0.1 })
  })

  it('is the journal’s once a part is booked', () => {
    expect(withPosition({ ...open, risk: 12 }, position).risk).toBe(12)
  })

  it('stays unknown without the position', () => {
    expect(withPosition(open, undefined).risk).toBeNull()
  })
})
