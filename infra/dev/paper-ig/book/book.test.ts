import { describe, expect, it } from 'vitest'
import { bookUnderTest } from '../testing/book-under-test.ts'
import { accountsOf, readConfirm, resetBook } from './book.ts'
import { settle } from './settle.ts'

describe('accounts', () => {
  it('are created for each login name: a spread bet account first, then a CFD account, both with cash', () => {
    const { book } = bookUnderTest()
    expect(accountsOf(book, 'paper-two')).toMatchObject([
      { accountId: 'PAPER-TWO-SB', accountType: 'SPREADBET', cash: 10_000 },
      { accountId: 'PAPER-TWO-CFD', accountType: 'CFD', cash: 10_000 },
    ])
    expect(accountsOf(book, 'paper-two')[0]).toBe(accountsOf(book, 'PAPER-TWO')[0])
  })
})

describe('a confirm', () => {
  it('can be read after its delay, for one minute', () => {
    const { open, book, bets, clock } = bookUnderTest()
    book.settings.confirmDelayMs = 500
    const { dealReference } = open()
    const isThere = () => {
      settle(book)
      return readConfirm(book, bets, dealReference) !== null
    }
    const seen: boolean[] = []
    for (const milliseconds of [0, 499, 1, 59_999, 1]) {
      clock.pass(milliseconds)
      seen.push(isThere())
    }
    expect(seen).toEqual([false, false, true, true, false])
  })

  it('can only be read by the account that dealt', () => {
    const { open, book, bets, cfds, clock } = bookUnderTest()
    const { dealReference } = open()
    clock.pass(1_000)
    expect(readConfirm(book, cfds, dealReference)).toBeNull()
    expect(readConfirm(book, bets, dealReference)).not.toBeNull()
  })

  it('cannot be read at all if confirmLifeMs is 0, although the deal exists', () => {
    const { open, book, bets, clock } = bookUnderTest()
    book.settings.confirmLifeMs = 0
    const { dealReference } = open()
    clock.pass(1_000)
    expect(readConfirm(book, bets, dealReference)).toBeNull()
    expect(bets.positions).toHaveLength(1)
  })

  it('belongs to the later deal if a reference was used twice', () => {
    const { open, book, bets, clock } = bookUnderTest()
    open({ dealReference: 'twice' })
    open({ dealReference: 'twice', size: 1 })
    clock.pass(1_000)
    expect(readConfirm(book, bets, 'twice')?.size).toBe(1)
  })
})

describe('a reset', () => {
  it('deletes accounts, confirms, fixed quotes, settings and the deals that the double-click guard remembers', () => {
    const { book, open } = bookUnderTest()
    open()
    book.settings.slippage = 5
    const { numbers } = book.state
    resetBook(book)
    expect(book.state).toMatchObject({ accounts: {}, confirms: [], fixed: {}, numbers })
    expect(numbers).toBeGreaterThan(0)
    expect(book.settings.slippage).toBe(0)
    expect(book.lastTwins.size).toBe(0)
  })
})
