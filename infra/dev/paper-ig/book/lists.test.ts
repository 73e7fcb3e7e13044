import { describe, expect, it } from 'vitest'
import { bookUnderTest } from '../testing/book-under-test.ts'
import { listedOrders, listedPositions } from './lists.ts'
import { deleteOrder } from './orders.ts'
import { settle } from './settle.ts'

const lagging = () => {
  const test = bookUnderTest()
  Object.assign(test.book.settings, { positionsLagMs: 2_000, endedLagMs: 2_000 })
  return {
    ...test,
    positions: () => listedPositions(test.book, test.bets).map(({ dealId }) => dealId),
    orders: () => listedOrders(test.book, test.bets).map(({ dealId, size }) => [dealId, size]),
  }
}

describe('lists that lag', () => {
  it('show a new position late, and a closed position for a while longer', () => {
    const { open, close, pass, positions, bets } = lagging()
    const { dealId } = open()
    pass(1_999)
    expect(positions()).toEqual([])
    pass(1)
    expect(positions()).toEqual([dealId])
    close(dealId)
    pass(1_999)
    expect(positions()).toEqual([dealId])
    expect(bets.positions).toEqual([])
    pass(1)
    expect(positions()).toEqual([])
    expect(bets.lingering.positions).toEqual([])
  })

  it('show a new working order late, and a filled order with its old size for a while longer', () => {
    const { place, hold, pass, orders, positions } = lagging()
    const { dealId } = place()
    expect(orders()).toEqual([])
    pass(2_000)
    expect(orders()).toEqual([[dealId, 0.5]])
    hold({ bid: 8698, offer: 8699 })
    expect([orders(), positions()]).toEqual([[[dealId, 0.5]], []])
    pass(2_000)
    expect([orders(), positions()]).toEqual([[], [dealId]])
  })

  it('show a filled order in neither list if only new positions appear late', () => {
    const { place, hold, pass, orders, positions, book } = lagging()
    const { dealId } = place()
    pass(2_000)
    book.settings.endedLagMs = 0
    hold({ bid: 8698, offer: 8699 })
    expect([orders(), positions()]).toEqual([[], []])
    pass(2_000)
    expect([orders(), positions()]).toEqual([[], [dealId]])
  })

  it('never show a deal that ends before it would appear', () => {
    const { place, book, bets, pass, orders } = lagging()
    const { dealId } = place()
    deleteOrder(book, bets, dealId)
    expect(orders()).toEqual([])
    pass(2_000)
    expect(orders()).toEqual([])
  })
})

describe('lists without a lag', () => {
  it('no longer contain a closed position', () => {
    const { open, close, book, bets } = bookUnderTest()
    close(open().dealId)
    settle(book)
    expect(listedPositions(book, bets)).toEqual([])
  })
})
