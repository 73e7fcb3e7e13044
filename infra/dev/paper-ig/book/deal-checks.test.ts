import { describe, expect, it } from 'vitest'
import { type BookUnderTest, bookUnderTest } from '../testing/book-under-test.ts'
import type { MarketStatus } from './prices.ts'

type Fields = Readonly<Record<string, unknown>>

const expectReason = (reason: string, fields: Fields, arrange: (test: BookUnderTest) => void = () => {}) => {
  const test = bookUnderTest()
  arrange(test)
  const confirm = test.open(fields)
  expect(confirm).toMatchObject({ reason, status: reason === 'SUCCESS' ? 'OPEN' : null })
  expect(test.bets.positions).toHaveLength(reason === 'SUCCESS' ? 1 : 0)
}

describe('a new deal', () => {
  it.each([
    [
      'of the other kind of account',
      'REJECT_CFD_ORDER_ON_SPREADBET_ACCOUNT',
      { epic: 'IX.D.FTSE.CFD.IP', expiry: '-' },
    ],
    ['with an undated CFD’s expiry', 'REJECT_CFD_ORDER_ON_SPREADBET_ACCOUNT', { expiry: '-' }],
    ['with another expiry', 'CONTACT_SUPPORT_INSTRUMENT_ERROR', { expiry: 'MAR-26' }],
    ['in another currency', 'UNKNOWN', { currencyCode: 'USD' }],
    ['below the minimum size', 'MINIMUM_ORDER_SIZE_ERROR', { size: 0.09 }],
    ['at the minimum size', 'SUCCESS', { size: 0.1 }],
    ['with a size between steps', 'SIZE_INCREMENT', { size: 0.105 }],
    ['that needs more money than available', 'INSUFFICIENT_FUNDS', { size: 23 }],
    ['that needs just the available money', 'SUCCESS', { size: 22.7 }],
    ['with its stop too near', 'ATTACHED_ORDER_LEVEL_ERROR', { stopDistance: 3.9 }],
    ['with its stop at the nearest', 'SUCCESS', { stopDistance: 4 }],
    ['with its limit too near', 'ATTACHED_ORDER_LEVEL_ERROR', { limitDistance: 3.9 }],
    ['with its stop too far', 'ATTACHED_ORDER_LEVEL_ERROR', { stopDistance: 6_700 }],
    ['with its stop on the wrong side', 'ATTACHED_ORDER_LEVEL_ERROR', { stopLevel: 8900 }],
    ['with its limit on the wrong side', 'ATTACHED_ORDER_LEVEL_ERROR', { limitLevel: 8700 }],
    [
      'with a guaranteed stop too near',
      'ATTACHED_ORDER_LEVEL_ERROR',
      { guaranteedStop: true, stopDistance: 170 },
    ],
    ['with a guaranteed stop far enough', 'SUCCESS', { guaranteedStop: true, stopDistance: 180 }],
    [
      'with a level that the quote does not reach',
      'LIMIT_ORDER_WRONG_SIDE_OF_MARKET',
      { orderType: 'LIMIT', level: 8802.4 },
    ],
    ['with a level that the quote reaches', 'SUCCESS', { orderType: 'LIMIT', level: 8802.5 }],
    ['on a quote', 'ORDER_DECLINED', { orderType: 'QUOTE', level: 8802.5, quoteId: 'q' }],
    [
      'with a trailing stop that is not enabled',
      'TRAILING_STOP_NOT_ALLOWED',
      { trailingStop: true, stopDistance: 50, trailingStopIncrement: 5 },
    ],
  ])('%s: %s', (_, reason, fields) => {
    expectReason(reason, fields)
  })

  it('is rejected if it is a spread bet on a CFD account', () => {
    const { open, cfds } = bookUnderTest()
    expect(open({}, cfds).reason).toBe('REJECT_SPREADBET_ORDER_ON_CFD_ACCOUNT')
  })

  it('is rejected with any reason that a test sets', () => {
    expectReason('MARKET_NOT_BORROWABLE', {}, ({ book }) => {
      book.settings.rejectWith = 'MARKET_NOT_BORROWABLE'
    })
  })

  it('gets its own deal ID, confirm and history entry even if it is rejected', () => {
    const { open, bets } = bookUnderTest()
    const confirm = open({ size: 0.01, dealReference: 'ref-1' })
    expect(confirm).toMatchObject({
      dealReference: 'ref-1',
      dealId: expect.stringMatching(/^DIAAAA[A-Z0-9]{9}$/) as unknown,
      epic: 'IX.D.FTSE.DAILY.IP',
      direction: 'BUY',
      affected: [],
      level: null,
      size: null,
      expiry: null,
    })
    expect(bets.activity[0]).toMatchObject({ status: 'REJECTED', dealReference: 'ref-1', actions: [] })
  })
})

describe('a market', () => {
  it.each<[MarketStatus, string, string]>([
    ['TRADEABLE', 'SUCCESS', 'SUCCESS'],
    ['CLOSED', 'MARKET_CLOSED', 'MARKET_CLOSED'],
    ['EDITS_ONLY', 'MARKET_CLOSED_WITH_EDITS', 'SUCCESS'],
    ['ON_AUCTION', 'MARKET_CLOSED_WITH_EDITS', 'SUCCESS'],
    ['ON_AUCTION_NO_EDITS', 'MARKET_CLOSED', 'MARKET_CLOSED'],
    ['OFFLINE', 'MARKET_OFFLINE', 'MARKET_OFFLINE'],
    ['SUSPENDED', 'MARKET_OFFLINE', 'MARKET_OFFLINE'],
  ])('has status %s, so a deal gets %s and a working order %s', (marketStatus, deal, order) => {
    const { open, place, close, hold, bets } = bookUnderTest()
    const { dealId } = open()
    hold({ bid: 8801.5, offer: 8802.5, marketStatus })
    expect(open({ size: 1 }).reason).toBe(deal)
    expect(place({ size: 2 }).reason).toBe(order)
    expect(close(dealId).reason).toBe(deal)
    expect(bets.positions.some((position) => position.dealId === dealId)).toBe(deal !== 'SUCCESS')
  })

  it('rejects every deal while it has no quote', () => {
    expectReason('UNKNOWN', {}, ({ hold }) => hold({ bid: null, offer: null }))
  })

  it('is closed at the weekend if weekendClose is set', () => {
    const { open, book, clock } = bookUnderTest()
    clock.pass(5 * 86_400_000)
    expect(open().reason).toBe('SUCCESS')
    book.settings.weekendClose = true
    expect(open({ size: 1 }).reason).toBe('MARKET_CLOSED')
  })
})

describe('the guard against double clicks', () => {
  it('rejects a deal that has the same epic, direction and size as another within a second', () => {
    const { open, clock } = bookUnderTest()
    expect(open().reason).toBe('SUCCESS')
    clock.pass(999)
    expect(open().reason).toBe('DUPLICATE_ORDER_ERROR')
    clock.pass(1)
    expect(open().reason).toBe('SUCCESS')
  })

  it.each([{ size: 0.6 }, { direction: 'SELL' }, { epic: 'IX.D.DOW.DAILY.IP' }])(
    'does not reject %o',
    (other) => {
      const { open } = bookUnderTest()
      open()
      expect(open(other).reason).toBe('SUCCESS')
    },
  )

  it('also rejects a working order that is identical to a recent deal, unless the guard is switched off', () => {
    const { open, place, book } = bookUnderTest()
    open()
    expect(place().reason).toBe('DUPLICATE_ORDER_ERROR')
    book.settings.duplicateGuard = false
    expect(place().reason).toBe('SUCCESS')
  })
})

describe('a deal reference that was accepted before', () => {
  it('can be used again unless the settings forbid it', () => {
    const { open, book } = bookUnderTest()
    open({ dealReference: 'again' })
    expect(open({ dealReference: 'again', size: 1 }).reason).toBe('SUCCESS')
    book.settings.sameReference = 'reject'
    expect(open({ dealReference: 'again', size: 2 }).reason).toBe('CONFLICTING_ORDER')
    expect(open({ dealReference: 'other', size: 3 }).reason).toBe('SUCCESS')
  })
})
