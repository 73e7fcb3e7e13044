import { type BalanceFall, balanceMargin, fallsWithoutRow } from '../../../shared/trading/model/watch.ts'
import { type BrokerLogin, nullIfUnanswered } from '../ports/broker.ts'
import type { Ledger } from '../ports/ledger.ts'
import type { LimitPorts } from './limit-ports.ts'
import type { Watched } from './watch-account.ts'

/**
 * Returns the falls of the balance that nothing explains so far: no row in the account's history, no close by
 * Signalpost, and no close in IG's activity.
 */
export const unexplainedFalls = async (
  ports: Pick<LimitPorts, 'broker'>,
  login: BrokerLogin,
  { watch, bookings }: Watched,
  { recentCloses = [] }: Ledger,
): Promise<readonly BalanceFall[]> => {
  const falls = fallsWithoutRow(watch, bookings, recentCloses)
  const from = Math.min(...falls.map(({ after }) => after)) - balanceMargin
  if (falls.length === 0) return []
  const activity = (await ports.broker.readActivity(login, from).catch(nullIfUnanswered)) ?? []
  const closedAt = activity
    .filter(({ actions }) =>
      actions.some(({ kind }) => kind === 'position closed' || kind === 'position partly closed'),
    )
    .map(({ date }) => date)
  return falls.filter(
    ({ after, at }) => !closedAt.some((date) => date > after - balanceMargin && date <= at + balanceMargin),
  )
}
