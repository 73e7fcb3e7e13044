import { describe, expect, it } from 'vitest'
import { bookUnderTest, ftse } from '../testing/book-under-test.ts'

describe('a position', () => {
  it('opens at the offer if it is long and at the bid if it is short, with stop and limit at their distances', () => {
    const { open, bets } = bookUnderTest()
    const bought = open({ stopDistance: 50, limitDistance: 100, dealReference: 'long' })
    expect(bought).toMatchObject({
      status: 'OPEN',
      dealReference: 'long',
      level: 8802.5,
      stopLevel: 8752.5,
      limitLevel: 8902.5,
      affected: [{ dealId: bought.dealId, status: 'OPENED' }],
    })
    expect(open({ direction: 'SELL', stopDistance: 50, limitDistance: 100 })).toMatchObject({
      level: 8801.5,
      stopLevel: 8851.5,
      limitLevel: 8701.5,
    })
    expect(bets.positions.map(({ direction }) => direction)).toEqual(['BUY', 'SELL'])
  })

  it('can be opened with stop and limit levels instead of distances', () => {
    expect(bookUnderTest().open({ stopLevel: 8700, limitLevel: 8900 })).toMatchObject({
      stopLevel: 8700,
      limitLevel: 8900,
    })
  })

  it('gets its stop at a distance in points even if the market is an exchange rate', () => {
    const { open, hold, cfds } = bookUnderTest()
    hold({ bid: 1.15, offer: 1.1501 }, 'CS.D.EURUSD.CFD.IP')
    const deal = { epic: 'CS.D.EURUSD.CFD.IP', expiry: '-', currencyCode: 'USD', size: 1, stopDistance: 20 }
    expect(open(deal, cfds)).toMatchObject({ level: 1.1501, stopLevel: 1.1481 })
  })

  it('opens at a worse price if the settings contain slippage', () => {
    const { open, book } = bookUnderTest()
    book.settings.slippage = 2
    expect(open().level).toBe(8804.5)
    expect(open({ direction: 'SELL' }).level).toBe(8799.5)
    expect(open({ size: 1, orderType: 'LIMIT', level: 8804 }).reason).toBe('LIMIT_ORDER_WRONG_SIDE_OF_MARKET')
  })

  it('is only partly filled if partialFill is below 1, and not filled at all with FILL_OR_KILL', () => {
    const { open, book, bets } = bookUnderTest()
    book.settings.partialFill = 0.5
    expect(open({ size: 2, timeInForce: 'EXECUTE_AND_ELIMINATE' })).toMatchObject({
      reason: 'SUCCESS',
      size: 1,
    })
    expect(open({ size: 3, timeInForce: 'FILL_OR_KILL' }).reason).toBe('ORDER_SIZE_CANNOT_BE_FILLED')
    expect(bets.positions.map(({ size }) => size)).toEqual([1])
  })
})

describe('an opposite deal without forceOpen', () => {
  const opposite = { direction: 'SELL', forceOpen: false }

  it('closes the oldest positions first, up to its own size', () => {
    const { open, bets, clock } = bookUnderTest()
    const older = open({ size: 1 })
    clock.pass(1_000)
    const newer = open({ size: 1 })
    expect(open({ ...opposite, size: 1.5 })).toMatchObject({
      status: 'PARTIALLY_CLOSED',
      size: 1.5,
      profit: -1.5,
      affected: [
        { dealId: older.dealId, status: 'FULLY_CLOSED' },
        { dealId: newer.dealId, status: 'PARTIALLY_CLOSED' },
      ],
    })
    expect(bets.positions).toMatchObject([{ dealId: newer.dealId, size: 0.5 }])
    expect(bets.cash).toBe(9998.5)
  })

  it('closes a position of exactly its size', () => {
    const { open, bets } = bookUnderTest()
    open({ size: 1 })
    expect(open({ ...opposite, size: 1 })).toMatchObject({ status: 'CLOSED', profit: -1 })
    expect(bets.positions).toEqual([])
  })

  it('opens a position with the rest of its size if it is larger than the existing position', () => {
    const { open, bets } = bookUnderTest()
    open({ size: 1 })
    expect(open({ ...opposite, size: 1.5 })).toMatchObject({ status: 'OPEN', size: 0.5 })
    expect(bets.positions).toMatchObject([{ direction: 'SELL', size: 0.5, epic: ftse }])
  })

  it('does not close positions in other markets', () => {
    const { open, bets } = bookUnderTest()
    open({ epic: 'IX.D.DOW.DAILY.IP' })
    open(opposite)
    expect(bets.positions).toHaveLength(2)
  })
})
