import { accountsOf, marketOf, openBook } from '../book/book.ts'
import { closePosition } from '../book/close-position.ts'
import { openPosition } from '../book/open-position.ts'
import { placeOrder } from '../book/orders.ts'
import type { Fixed } from '../book/prices.ts'
import { holdMarket, settle } from '../book/settle.ts'
import { type Account, emptyBook } from '../book/state.ts'
import { readClosing, readNewOrder, readOpening } from '../gateway/read-deals.ts'
import { openingOf, workingOf } from './bodies.ts'
import { handClock } from './hand-clock.ts'

export const ftse = 'IX.D.FTSE.DAILY.IP'

type Fields = Readonly<Record<string, unknown>>

/**
 * A book for tests. Its clock is moved manually, the FTSE is fixed at 8801.5 / 8802.5, and deals are given as request
 * bodies.
 */
export const bookUnderTest = () => {
  const clock = handClock()
  const book = openBook(emptyBook(clock.now()), 1, clock.now)
  const [bets, cfds] = accountsOf(book, 'paper-demo')

  const confirmOf = (reference: string) => {
    const confirm = book.state.confirms.findLast(({ dealReference }) => dealReference === reference)
    if (!confirm) throw new Error(`Nothing confirms ${reference}`)
    return confirm
  }
  const hold = (fixed: Fixed, epic = ftse) => {
    const market = marketOf(epic)
    if (!market) throw new Error(`No user trades ${epic}`)
    return holdMarket(book, market, fixed)
  }
  hold({ bid: 8801.5, offer: 8802.5 })

  return {
    clock,
    book,
    bets,
    cfds,
    confirmOf,
    hold,
    pass: (milliseconds: number) => {
      clock.pass(milliseconds)
      settle(book)
    },
    /** Opens a position. Like `place` and `close`, it returns the confirm. */
    open: (fields: Fields = {}, account: Account = bets) =>
      confirmOf(openPosition(book, account, readOpening(openingOf(fields)))),
    place: (fields: Fields = {}, account: Account = bets) =>
      confirmOf(placeOrder(book, account, readNewOrder(workingOf(fields)))),
    close: (dealId: string, fields: Fields = {}, account: Account = bets) =>
      confirmOf(
        closePosition(
          book,
          account,
          readClosing({ dealId, direction: 'SELL', size: 0.5, orderType: 'MARKET', ...fields }),
        ),
      ),
  }
}
export type BookUnderTest = ReturnType<typeof bookUnderTest>
