import { describe, expect, it } from 'vitest'
import { readOrderChange } from '../gateway/read-deals.ts'
import { bookUnderTest } from '../testing/book-under-test.ts'
import { amendOrder, deleteOrder } from './orders.ts'

const terms = { level: 8700, type: 'LIMIT', timeInForce: 'GOOD_TILL_CANCELLED' }

const placed = () => {
  const test = bookUnderTest()
  const { dealId } = test.place({ stopDistance: 50, limitDistance: 100 })
  return {
    ...test,
    dealId,
    amend: (fields: Readonly<Record<string, unknown>>, deal = dealId) =>
      test.confirmOf(amendOrder(test.book, test.bets, deal, readOrderChange({ ...terms, ...fields }))),
    cancel: (deal = dealId) => test.confirmOf(deleteOrder(test.book, test.bets, deal)),
  }
}

describe('a working order', () => {
  it('stores its stop and limit as distances, even if the request contains levels', () => {
    const { place, bets, clock } = bookUnderTest()
    place({ stopDistance: 50, limitDistance: 100 })
    clock.pass(1_000)
    place({ stopLevel: 8650, limitLevel: 8800 })
    const expected = { level: 8700, stopDistance: 50, limitDistance: 100 }
    expect(bets.orders).toMatchObject([expected, expected])
    expect(bets.positions).toEqual([])
  })

  it.each([
    ['BUY', 'LIMIT', 8700, 'SUCCESS'],
    ['BUY', 'LIMIT', 8900, 'LIMIT_ORDER_WRONG_SIDE_OF_MARKET'],
    ['BUY', 'STOP', 8900, 'SUCCESS'],
    ['BUY', 'STOP', 8700, 'WRONG_SIDE_OF_MARKET'],
    ['SELL', 'LIMIT', 8900, 'SUCCESS'],
    ['SELL', 'LIMIT', 8700, 'LIMIT_ORDER_WRONG_SIDE_OF_MARKET'],
    ['SELL', 'STOP', 8700, 'SUCCESS'],
    ['SELL', 'STOP', 8900, 'WRONG_SIDE_OF_MARKET'],
  ])('to %s by %s at %d has the result %s', (direction, type, level, reason) => {
    expect(bookUnderTest().place({ direction, type, level }).reason).toBe(reason)
  })

  it('is rejected if its expiry date is in the past', () => {
    const { place, clock } = bookUnderTest()
    const goodTill = (goodTillDate: unknown) => place({ timeInForce: 'GOOD_TILL_DATE', goodTillDate })
    expect(goodTill(clock.now()).reason).toBe('GOOD_TILL_DATE_IN_THE_PAST')
    clock.pass(1_000)
    expect(goodTill('2026/01/05 15:00:02').reason).toBe('SUCCESS')
  })

  it('is rejected if its stop is closer than IG’s minimum distance', () => {
    expect(bookUnderTest().place({ stopDistance: 3 }).reason).toBe('ATTACHED_ORDER_LEVEL_ERROR')
  })

  it('needs no margin until it fills', () => {
    expect(bookUnderTest().place({ size: 100 }).reason).toBe('SUCCESS')
  })
})

describe('an order’s amendment', () => {
  it('replaces all terms except size and direction', () => {
    const { amend, bets, dealId } = placed()
    expect(amend({ level: 8600, stopDistance: 40 })).toMatchObject({ status: 'AMENDED', dealId, level: 8600 })
    expect(bets.orders).toMatchObject([
      { dealId, level: 8600, size: 0.5, stopDistance: 40, limitDistance: null },
    ])
    expect(bets.activity[0]?.actions).toEqual([{ actionType: 'LIMIT_ORDER_AMENDED', affectedDealId: dealId }])
  })

  it('is rejected while the market is closed, but not while it allows edits only', () => {
    const { amend, hold } = placed()
    hold({ bid: 8801.5, offer: 8802.5, marketStatus: 'CLOSED' })
    expect(amend({ level: 8600 }).reason).toBe('MARKET_CLOSED')
    hold({ bid: 8801.5, offer: 8802.5, marketStatus: 'EDITS_ONLY' })
    expect(amend({ level: 8600 }).reason).toBe('SUCCESS')
  })

  it('is rejected if the level is on the wrong side of the market', () => {
    const { amend, bets } = placed()
    expect(amend({ level: 8900 }).reason).toBe('LIMIT_ORDER_WRONG_SIDE_OF_MARKET')
    expect(bets.orders).toMatchObject([{ level: 8700 }])
  })
})

describe('a cancellation', () => {
  it('is confirmed as DELETED', () => {
    const { cancel, bets, dealId } = placed()
    expect(cancel()).toMatchObject({ status: 'DELETED', dealId, affected: [{ dealId, status: 'DELETED' }] })
    expect(bets.orders).toEqual([])
    expect(bets.activity[0]?.actions).toEqual([{ actionType: 'LIMIT_ORDER_DELETED', affectedDealId: dealId }])
  })

  it('is accepted while the market is closed, but not while it is suspended', () => {
    const { cancel, hold, bets } = placed()
    hold({ bid: 8801.5, offer: 8802.5, marketStatus: 'SUSPENDED' })
    expect(cancel().reason).toBe('MARKET_OFFLINE')
    hold({ bid: 8801.5, offer: 8802.5, marketStatus: 'CLOSED' })
    expect(cancel().reason).toBe('SUCCESS')
    expect(bets.orders).toEqual([])
  })

  it('is confirmed under the order’s own deal reference', () => {
    const { cancel, bets } = placed()
    const reference = bets.orders[0]?.dealReference
    expect(cancel()).toMatchObject({ dealReference: reference, status: 'DELETED' })
  })

  it('is refused without a confirm if the order does not exist', () => {
    expect(() => placed().cancel('DIAAAANOTTHERE0')).toThrow('error.service.execution.find')
  })
})
