import type { Book } from './book.ts'
import type { Account, Position, WorkingOrder } from './state.ts'

/** A deal in IG's lists. The lists lag: a new deal appears late, and an ended deal disappears late. */

type Listing = { readonly shownFrom: number }
type Lingering = Listing & { readonly shownUntil: number }

const shown = <Deal extends Listing>(
  now: number,
  current: readonly Deal[],
  lingering: readonly (Deal & Lingering)[],
): Deal[] =>
  [...current, ...lingering.filter(({ shownUntil }) => now < shownUntil)].filter(
    ({ shownFrom }) => shownFrom <= now,
  )

export const listedPositions = (book: Book, { positions, lingering }: Account): Position[] =>
  shown(book.now(), positions, lingering.positions)

export const listedOrders = (book: Book, { orders, lingering }: Account): WorkingOrder[] =>
  shown(book.now(), orders, lingering.orders)

export const removePosition = (book: Book, account: Account, position: Position, at: number) => {
  account.positions = account.positions.filter((each) => each !== position)
  linger(book, account.lingering.positions, position, at)
}

export const removeOrder = (book: Book, account: Account, order: WorkingOrder, at: number) => {
  account.orders = account.orders.filter((each) => each !== order)
  linger(book, account.lingering.orders, order, at)
}

const linger = <Deal extends Listing>(
  { settings }: Book,
  lingering: (Deal & Lingering)[],
  deal: Deal,
  at: number,
) => {
  if (settings.endedLagMs > 0) lingering.push({ ...deal, shownUntil: at + settings.endedLagMs })
}

export const forgetLingering = ({ lingering }: Account, now: number) => {
  const lasts = ({ shownUntil }: Lingering) => now < shownUntil
  if (!lingering.positions.every(lasts)) lingering.positions = lingering.positions.filter(lasts)
  if (!lingering.orders.every(lasts)) lingering.orders = lingering.orders.filter(lasts)
}
