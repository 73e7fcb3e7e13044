import { describe, expect, it } from 'vitest'
import { bookUnderTest } from '../testing/book-under-test.ts'
import { marketOf } from './book.ts'
import { balanceOf, contractSize, marginOf } from './money.ts'
import type { PaperMarket } from '../markets.ts'

const market = (epic: string) => marketOf(epic) as PaperMarket

describe('money per unit of price and size', () => {
  it.each([
    ['a bet on an index', 'IX.D.FTSE.DAILY.IP', 1],
    ['a bet on a share in cents', 'UA.D.AAPL.DAILY.IP', 1],
    ['a UK share as CFD, in pence', 'KA.D.VOD.CASH.IP', 0.01],
    ['a US share as CFD, in dollars', 'UA.D.AAPL.CASH.IP', 1],
    ['an index as CFD', 'IX.D.FTSE.CFD.IP', 10],
    ['a currency as CFD, a rate', 'CS.D.EURUSD.CFD.IP', 10_000],
    ['gold as CFD', 'CS.D.USCGC.CFD.IP', 100],
  ])('for %s (%s) is %d', (_, epic, size) => {
    expect(contractSize(market(epic))).toBe(size)
  })
})

describe('the result of a close, in pounds', () => {
  it.each([
    ['points, a long that fell', 'CS.D.GBPUSD.TODAY.IP', 'BUY', 0.1, 13_664, 12_500, -116.4],
    ['points, a long that rose', 'IX.D.SPTRD.DAILY.IP', 'BUY', 0.5, 6873.6, 7015.2, 70.8],
    ['pence, a short that fell', 'KA.D.BP.DAILY.IP', 'SELL', 2, 431.5, 421.5, 20],
    ['cents, a long that rose', 'UA.D.AAPL.DAILY.IP', 'BUY', 0.2, 22_900, 23_000, 20],
    ['100 shares in pence', 'KA.D.VOD.CASH.IP', 'BUY', 100, 88, 93, 5],
    ['10 shares in dollars', 'UA.D.AAPL.CASH.IP', 'BUY', 10, 230, 235, 38],
    ['2 contracts of ten pounds', 'IX.D.FTSE.CFD.IP', 'SELL', 2, 8800, 8810, -200],
    ['a currency contract in dollars', 'CS.D.EURUSD.CFD.IP', 'BUY', 1, 1.158, 1.168, 76],
  ] as const)('is correct for %s', (_, epic, direction, size, open, close, profit) => {
    const test = bookUnderTest()
    const { accountType, expiry, currency } = market(epic)
    const account = accountType === 'CFD' ? test.cfds : test.bets
    test.hold({ bid: open, offer: open }, epic)
    const deal = { epic, expiry, currencyCode: currency, direction, size }
    const { dealId } = test.open(deal, account)
    test.hold({ bid: close, offer: close }, epic)
    const opposite = direction === 'BUY' ? 'SELL' : 'BUY'
    const closed = test.close(dealId, { direction: opposite, size }, account)
    expect([closed.profit, account.cash]).toEqual([profit, 10_000 + profit])
  })
})

describe('an account', () => {
  it('shows cash plus running result minus margin as available', () => {
    const { bets, book, open, hold } = bookUnderTest()
    open({ size: 1 })
    expect(balanceOf(book, bets)).toEqual({
      balance: 10_000,
      deposit: 440.13,
      profitLoss: -1,
      available: 9558.87,
    })
    hold({ bid: 8852.5, offer: 8853.5 })
    expect(balanceOf(book, bets)).toMatchObject({ balance: 10_000, profitLoss: 50, available: 9609.87 })
    hold({ bid: null, offer: null })
    expect(balanceOf(book, bets)).toMatchObject({ profitLoss: 0 })
  })

  it('values a short position at the price for buying it back', () => {
    const { bets, book, open, hold } = bookUnderTest()
    open({ direction: 'SELL', size: 2 })
    hold({ bid: 8790, offer: 8791 })
    expect(balanceOf(book, bets).profitLoss).toBe(21)
  })

  it.each([
    ['KA.D.VOD.DAILY.IP', 88, 10, 176],
    ['KA.D.VOD.CASH.IP', 88, 1_000, 176],
    ['UA.D.AAPL.CASH.IP', 230, 10, 349.6],
  ])("needs the market's share of the notional as margin: %s", (epic, level, size, margin) => {
    expect(marginOf(market(epic), level, size)).toBe(margin)
  })
})
