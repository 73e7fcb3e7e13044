import { describe, expect, it } from 'vitest'
import { bookUnderTest } from '../testing/book-under-test.ts'
import { amendPosition, type PositionChange } from './amend-position.ts'

const nothing: PositionChange = { stopLevel: null, limitLevel: null, guaranteedStop: false, trail: null }

const opened = () => {
  const test = bookUnderTest()
  const { dealId } = test.open({ stopDistance: 50, limitDistance: 100 })
  const amend = (change: Partial<PositionChange>, deal = dealId) =>
    test.confirmOf(amendPosition(test.book, test.bets, deal, { ...nothing, ...change }))
  return { ...test, dealId, amend, position: () => test.bets.positions[0] }
}

describe('an amendment', () => {
  it('replaces the stop and removes the limit if it contains only a stop', () => {
    const { amend, position, dealId } = opened()
    expect(amend({ stopLevel: 8760 })).toMatchObject({
      status: 'AMENDED',
      dealId,
      stopLevel: 8760,
      limitLevel: null,
    })
    expect(position()).toMatchObject({ stopLevel: 8760, limitLevel: null })
  })

  it('is rejected if a level is too close to the price at which the position would close', () => {
    const { amend, position, hold } = opened()
    expect(amend({ stopLevel: 8798 }).reason).toBe('ATTACHED_ORDER_LEVEL_ERROR')
    expect(amend({ stopLevel: 8850 }).reason).toBe('ATTACHED_ORDER_LEVEL_ERROR')
    expect(position()).toMatchObject({ stopLevel: 8752.5, limitLevel: 8902.5 })
    hold({ bid: 8880, offer: 8881 })
    expect(amend({ stopLevel: 8850 }).reason).toBe('SUCCESS')
  })

  it('sets a trailing stop only if the account allows it', () => {
    const { amend, position, bets } = opened()
    const trail = { distance: 50, step: 5 }
    expect(amend({ stopLevel: 8750, trail }).reason).toBe('TRAILING_STOP_NOT_ALLOWED')
    bets.trailingStopsEnabled = true
    expect(amend({ stopLevel: 8750, trail })).toMatchObject({ reason: 'SUCCESS', trailingStop: true })
    expect(position()?.trail).toEqual(trail)
  })

  it('throws an error for an unknown deal, and is rejected while the market is closed', () => {
    const { amend, hold } = opened()
    expect(() => amend({}, 'DIAAAANOTTHERE0')).toThrow('error.service.execution.find')
    hold({ bid: 8801.5, offer: 8802.5, marketStatus: 'CLOSED' })
    expect(amend({ stopLevel: 8700 }).reason).toBe('MARKET_CLOSED')
  })
})
