import { isClosing, type Trip } from '../../../shared/limits/loss-limits.ts'
import { capitalised } from '../../../shared/platform/words.ts'
import type { AccountState } from '../../../shared/trading/model/snapshot.ts'
import { openTrip } from '../../../shared/trading/rules/limits.ts'
import { accountStateFor } from '../ledger/account-state.ts'
import { dealNamed } from '../ledger/rolled-deals.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import { nullIfUnanswered } from '../ports/broker.ts'
import type { Ledger } from '../ports/ledger.ts'
import { loginOf, send, sendUntilDone, sentFirst } from './timed-alerts.ts'
import type { LimitedUser, LimitPorts } from './limit-ports.ts'

const minute = 60_000

/**
 * Closes the deals that were open when a limit was reached. It sends a CLOSE_ALL alert that is processed like any exit.
 * The trip names the deals, including our orders in flight. The alert is sent again each minute while one of the deals
 * is open on a market that trades, until all are closed or the user lifts the trip. Deals that the user opens later are
 * not closed.
 */
export const closeWhatWasOpen = async (ports: LimitPorts, user: LimitedUser, ledger: Ledger) => {
  const { captured, trips = [] } = user
  const { accountId } = captured
  const trip = openTrip({ accountId, trips }, null, ports.clock.now())
  if (!trip || !isClosing(trip)) return
  const login = { ...loginOf(user), isExit: true }
  const lists = await ports.broker.readAccount(login).catch(nullIfUnanswered)
  if (!lists) return
  const listed = accountStateFor(ledger, lists, '')
  const named = trip.closing ?? namesAt(listed, trip)
  const identity = ['limit', trip.key, trip.at]
  const first = await sentFirst(ports, user, identity)
  const left = leftOf(listed, named, ledger)
  if (left.length === 0 && isOver(first, named)) return ports.store.saveClosing(login, trip, [])
  if (!trip.closing) await ports.store.saveClosing(login, trip, named)
  const alert = {
    market: '*',
    action: 'CLOSE_ALL' as const,
    strategy: undefined,
    onlyDeals: named,
    comment: capitalised(`close everything: ${trip.sentence}`),
  }
  if (!first) await send(ports, user, identity, alert)
  // An alert without an outcome is in progress or waits for its turn.
  else if (first.outcome && left.some(({ isTradeable }) => isTradeable !== false))
    await sendUntilDone(ports, user, { identity, alert, every: minute })
}

/**
 * Whether all named deals are closed if one list shows none of them. IG's list of positions is sometimes empty for a
 * moment, so the closing alert must also have an outcome. Its run has then read the lists too.
 */
const isOver = (first: AlertRecord | null, named: readonly string[]) =>
  named.length === 0 || (first !== null && first.outcome !== null)

/**
 * Returns the deals that were open or in flight when the limit tripped. Our own deals are always included, because a
 * trip stops entries, so all of them are older than the trip.
 */
const namesAt = (
  { positions, workingOrders, inFlightOrders }: AccountState,
  { at }: Pick<Trip, 'at'>,
): string[] => [
  ...[...positions, ...workingOrders]
    .filter(({ createdAt, strategy }) => createdAt <= Date.parse(at) || strategy !== undefined)
    .map(({ dealId }) => dealId),
  ...inFlightOrders.flatMap(({ dealReference }) => dealReference ?? []),
]

/** Returns the named deals that are open or may be open. */
const leftOf = (
  { positions, workingOrders, inFlightOrders }: AccountState,
  named: readonly string[],
  ledger: Ledger,
): readonly { readonly isTradeable?: boolean | undefined }[] => {
  const names = new Set(named.flatMap((name) => [name, dealNamed(ledger, name)]))
  return [
    ...positions.filter(
      ({ dealId, dealReference }) =>
        names.has(dealId) || (dealReference !== null && names.has(dealReference)),
    ),
    ...workingOrders.filter(({ dealId }) => names.has(dealId)).map(() => ({})),
    ...inFlightOrders
      .filter(({ dealReference }) => dealReference !== undefined && names.has(dealReference))
      .map(() => ({})),
  ]
}
