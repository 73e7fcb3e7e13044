import type { Bookings } from '../../shared/trading/model/watch.ts'
import { closedAtOf, type Derived, resultOfTrade } from '../../shared/journal/trades.ts'
import type { JournalHead } from './journal-store.ts'

const most = { transfers: 200, closes: 500, trades: 100 } as const

/** Returns the newest transfers, charges, closes and trades of the journal, which the account's limits need. */
export const bookingsOf = (
  { cash, trades }: Pick<Derived, 'cash' | 'trades'>,
  { readAt }: Pick<JournalHead, 'readAt'>,
): Bookings => ({
  readAt: readAt ?? 0,
  transfers: newest(
    cash.filter((row) => row.class === 'transfer').map(({ at, amount }) => ({ at, amount })),
    most.transfers,
  ),
  charges: newest(
    cash.filter((row) => row.class !== 'transfer').map(({ at }) => ({ at })),
    most.transfers,
  ).map(({ at }) => at),
  closes: newest(
    trades.flatMap(({ legs, strategy }) =>
      legs.map(({ closedAt: at, result, dealId }) => ({ at, result, strategy, dealId })),
    ),
    most.closes,
  ),
  trades: newest(
    trades
      .filter(({ isOpen }) => !isOpen)
      .map((trade) => ({ at: closedAtOf(trade), result: resultOfTrade(trade), strategy: trade.strategy })),
    most.trades,
  ),
})

const newest = <Row extends { readonly at: number }>(rows: readonly Row[], count: number): readonly Row[] =>
  rows.toSorted((one, other) => one.at - other.at).slice(-count)
