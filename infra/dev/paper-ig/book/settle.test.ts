import { describe, expect, it } from 'vitest'
import { bookUnderTest } from '../testing/book-under-test.ts'
import { marketOf } from './book.ts'
import { candlesIn } from './candles.ts'
import type { PaperMarket } from '../markets.ts'

const minute = 60_000

describe('a working order', () => {
  it('fills once the market reaches it, and the position keeps its deal ID and reference', () => {
    const { place, hold, bets } = bookUnderTest()
    const { dealId } = place({ dealReference: 'mine', stopDistance: 50, limitDistance: 100 })
    hold({ bid: 8699.5, offer: 8700.5 })
    expect(bets.orders).toHaveLength(1)
    hold({ bid: 8698, offer: 8699 })
    expect(bets.orders).toEqual([])
    expect(bets.positions).toMatchObject([
      { dealId, dealReference: 'mine', level: 8699, stopLevel: 8649, limitLevel: 8799, size: 0.5 },
    ])
    expect(
      bets.activity.slice(0, 2).map(({ channel, actions }) => [channel, actions[0]?.actionType]),
    ).toEqual([
      ['SYSTEM', 'POSITION_OPENED'],
      ['SYSTEM', 'LIMIT_ORDER_FILLED'],
    ])
  })

  it.each([
    ['BUY', 'STOP', 8900, { bid: 8899, offer: 8900 }],
    ['SELL', 'LIMIT', 8900, { bid: 8900, offer: 8901 }],
    ['SELL', 'STOP', 8700, { bid: 8700, offer: 8701 }],
  ])('fills if it is a %s by %s at %d, on its own side of the quote', (direction, type, level, quote) => {
    const { place, hold, bets } = bookUnderTest()
    place({ direction, type, level })
    expect(bets.positions).toEqual([])
    hold(quote)
    expect(bets.positions).toMatchObject([{ direction, level }])
  })

  it('fills only while the market is open', () => {
    const { place, hold, bets } = bookUnderTest()
    place()
    hold({ bid: 8698, offer: 8699, marketStatus: 'CLOSED' })
    expect(bets.positions).toEqual([])
    hold({ bid: 8698, offer: 8699, marketStatus: 'TRADEABLE' })
    expect(bets.positions).toHaveLength(1)
  })

  it('can fill in two parts; the second part gets its own deal ID', () => {
    const { place, hold, book, bets, pass } = bookUnderTest()
    const { dealId } = place({ size: 2 })
    book.settings.partialFill = 0.25
    hold({ bid: 8698, offer: 8699 })
    pass(minute)
    expect(bets.positions).toMatchObject([{ dealId, size: 0.5 }])
    expect(bets.orders).toMatchObject([{ dealId, size: 1.5 }])
    book.settings.partialFill = 1
    pass(minute)
    expect(bets.orders).toEqual([])
    expect(bets.positions.map(({ size }) => size)).toEqual([0.5, 1.5])
    expect(bets.positions[1]?.dealId).not.toBe(dealId)
  })

  it('is rejected instead of filled if the account has too little money', () => {
    const { place, hold, bets } = bookUnderTest()
    place({ size: 100 })
    hold({ bid: 8698, offer: 8699 })
    expect([bets.orders, bets.positions]).toEqual([[], []])
    expect(bets.activity[0]).toMatchObject({
      status: 'REJECTED',
      description: 'Rejected: INSUFFICIENT_FUNDS',
    })
  })
})

describe('a working order with an expiry date', () => {
  const tillNoon = { timeInForce: 'GOOD_TILL_DATE', goodTillDate: '2026/01/05 15:10:30' }

  it('ends at its date, and the history contains its end', () => {
    const { place, bets, pass, clock } = bookUnderTest()
    const { dealId } = place(tillNoon)
    const due = clock.now() + 10.5 * minute
    pass(10.5 * minute - 1)
    expect(bets.orders).toHaveLength(1)
    pass(1)
    expect(bets.orders).toEqual([])
    expect(bets.activity[0]).toMatchObject({
      at: due,
      channel: 'SYSTEM',
      type: 'WORKING_ORDER',
      actions: [{ actionType: 'WORKING_ORDER_DELETED', affectedDealId: dealId }],
    })
  })

  it('is not filled at prices after its date', () => {
    const { place, bets, clock, hold } = bookUnderTest()
    place(tillNoon)
    clock.pass(20 * minute)
    hold({ bid: 8698, offer: 8699 })
    expect([bets.orders, bets.positions]).toEqual([[], []])
  })
})

describe('stops and limits', () => {
  it.each([
    ['a long’s stop', 'BUY', { bid: 8752.5, offer: 8753.5 }, -25],
    ['a long’s limit', 'BUY', { bid: 8902.5, offer: 8903.5 }, 50],
    ['a short’s stop', 'SELL', { bid: 8850.5, offer: 8851.5 }, -25],
    ['a short’s limit', 'SELL', { bid: 8700.5, offer: 8701.5 }, 50],
  ])('trigger on the side where the position would close: %s', (_, direction, quote, profit) => {
    const { open, hold, bets } = bookUnderTest()
    const { dealId } = open({ direction, stopDistance: 50, limitDistance: 100 })
    const inside = direction === 'BUY' ? 0.1 : -0.1
    const almost = profit < 0 ? inside : -inside
    hold({ bid: quote.bid + almost, offer: quote.offer + almost })
    expect(bets.positions).toHaveLength(1)
    hold(quote)
    expect(bets.positions).toEqual([])
    expect(bets.cash).toBe(10_000 + profit)
    expect(bets.activity[0]).toMatchObject({
      channel: 'SYSTEM',
      actions: [{ actionType: 'POSITION_CLOSED', affectedDealId: dealId }],
    })
    expect(bets.transactions[0]).toMatchObject({ type: 'DEAL', amount: profit })
  })

  it('fill at the market price after a gap, except a guaranteed stop, which fills at its level', () => {
    const { open, hold, bets } = bookUnderTest()
    open({ stopDistance: 200 })
    open({ size: 1, stopDistance: 200, guaranteedStop: true })
    hold({ bid: 8402.5, offer: 8403.5 })
    expect(bets.cash).toBe(10_000 - 200 - 200)
  })

  it('fill at their level despite slippage, except a stop that is not guaranteed', () => {
    const { open, hold, bets, book } = bookUnderTest()
    open({ stopDistance: 200 })
    open({ size: 1, stopDistance: 200, guaranteedStop: true })
    open({ size: 2, direction: 'SELL', limitDistance: 198 })
    book.settings.slippage = 10
    hold({ bid: 8602.5, offer: 8603.5 })
    expect(bets.transactions.map(({ amount }) => amount)).toEqual([396, -200, -105, 10_000])
  })

  it('follow the price in whole steps if they trail, and never move back', () => {
    const { open, hold, bets } = bookUnderTest()
    bets.trailingStopsEnabled = true
    open({ trailingStop: true, stopDistance: 50, trailingStopIncrement: 10 })
    const stopAt = (bid: number) => {
      hold({ bid, offer: bid + 1 })
      return bets.positions[0]?.stopLevel
    }
    expect(stopAt(8812.4)).toBe(8752.5)
    expect(stopAt(8812.5)).toBe(8762.5)
    expect(stopAt(8840)).toBe(8782.5)
    expect(stopAt(8790)).toBe(8782.5)
    expect(stopAt(8782.5)).toBeUndefined()
    expect(bets.cash).toBe(9990)
  })
})

describe('the time between two requests', () => {
  const dow = 'IX.D.DOW.DAILY.IP'
  const market = marketOf(dow) as PaperMarket

  it('is settled minute by minute, so an order fills when the price crosses its level', () => {
    const { place, bets, pass, clock, book } = bookUnderTest()
    const to = clock.now() + 3 * 24 * 60 * minute
    const low = Math.min(
      ...candlesIn(1, market, to, { resolution: 'MINUTE', from: clock.now(), to, most: 5_000 }).map(
        (candle) => candle.low,
      ),
    )
    const level = Math.ceil(low + market.spread / 2 + 1)
    place({ epic: dow, level })
    pass(to - clock.now())
    expect(bets.orders).toEqual([])
    const [position] = bets.positions
    expect(position?.level).toBeLessThanOrEqual(level)
    expect(position?.createdAt).toBeLessThan(to)
    expect((position?.createdAt ?? 0) % minute).toBe(0)
    expect(book.state.settledAt).toBe(to)
  })

  it('is settled with the same result, whether or not other requests arrive in that time', () => {
    const play = (steps: number) => {
      const test = bookUnderTest()
      for (const [index, level] of [46_900, 46_950, 47_000, 47_050].entries())
        test.place({
          epic: dow,
          level,
          size: index + 1,
          type: 'LIMIT',
          stopDistance: 100,
          limitDistance: 100,
        })
      for (let step = 0; step < steps; step += 1) test.pass((24 * 60 * minute) / steps)
      return { positions: test.bets.positions, orders: test.bets.orders, cash: test.bets.cash }
    }
    expect(play(1)).toEqual(play(96))
    expect(play(1).cash).not.toBe(10_000)
  })
})
