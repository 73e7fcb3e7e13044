import { everyMarket } from '../../../shared/alerts/alert-action.ts'
import type { Need } from '../../../shared/trading/model/rule.ts'
import type { Snapshot } from '../../../shared/trading/model/snapshot.ts'
import { noBookings } from '../../../shared/trading/model/watch.ts'
import { limitsOf } from '../../../shared/trading/rules/limits.ts'
import { epicsBeside } from '../../../shared/trading/rules/exits.ts'
import { nullIfUnanswered } from '../ports/broker.ts'
import type { DecisionPorts } from '../ports/ports.ts'
import type { DecisionContext } from '../ports/store.ts'
import { dailyAtr } from './daily-atr.ts'
import { namesInGroups } from './names-in-groups.ts'
import { freshAccount, type ListsContext, recentAccount } from './read-lists.ts'
import { type MarketContext, readTogether, worthsOf, recentMarket } from './read-markets.ts'
import { tradesOf, watchAccount, youngWatch } from '../watch/watch-account.ts'

/**
 * Reads what the limits need. Only limits on losses and trades use bookings. Without such a limit, bookings are left
 * out, because they would be stored with each decision.
 */
const readLimits = async (
  ports: DecisionPorts,
  { login, ledger, alertId, watch: kept }: ReadContext,
  snapshot: Snapshot,
  maxAge?: number,
): Promise<Pick<Snapshot, 'limits'>> => {
  const isFree = limitsOf(snapshot).length === 0
  // If a recent equity reading was read with the alert, nothing more is read from the store or the broker.
  const known =
    isFree && maxAge === undefined && kept
      ? youngWatch(kept, login, snapshot.settings, ports.clock.now())
      : null
  if (known) return { limits: { watch: known, bookings: noBookings, trades: {}, recentCloses: [] } }
  const { watch, bookings } = await watchAccount(ports, login, snapshot.settings, maxAge)
  if (isFree) return { limits: { watch, bookings: noBookings, trades: {}, recentCloses: [] } }
  const trades = tradesOf(ledger, watch.dayStart, alertId)
  return { limits: { watch, bookings, trades, recentCloses: ledger.recentCloses ?? [] } }
}

/** Returns the account's funds. If they cannot be read now, only the broker checks the margin. */
export const readFunds = async (
  ports: DecisionPorts,
  context: ReadContext,
  snapshot: Snapshot,
  maxAge?: number,
): Promise<Pick<Snapshot, 'limits' | 'isUnmeasured'>> =>
  (await readLimits(ports, context, snapshot, maxAge).catch(nullIfUnanswered)) ?? { isUnmeasured: true }

export type ReadContext = MarketContext & ListsContext & Pick<DecisionContext, 'findInstrument' | 'watch'>

/**
 * Reads the data that a rule needs.
 * @returns the fields to add to the snapshot
 * @throws BrokerError
 */
export const readNeeded = async (
  ports: DecisionPorts,
  context: ReadContext,
  snapshot: Snapshot,
  needs: Need,
): Promise<Partial<Snapshot>> => {
  const { login } = context
  const epic = snapshot.instrument?.igEpic ?? ''
  switch (needs) {
    case 'market':
      return { market: await recentMarket(ports, context, epic) }
    case 'account':
      return { account: await recentAccount(ports, context) }
    case 'freshAccount':
      return { account: await freshAccount(ports, context, epic || everyMarket), isAccountFresh: true }
    case 'dailyAtr':
      return { dailyAtr: await dailyAtr(ports, login, snapshot) }
    case 'limits':
      return readLimits(ports, context, snapshot)
    case 'funds':
      return readFunds(ports, context, snapshot)
    case 'worths':
      return { worths: await worthsOf(ports, login, snapshot) }
    case 'markets': {
      const markets = await readTogether(ports, login, epicsBeside(snapshot, epic))
      return { markets: Object.fromEntries(markets.map((each) => [each.epic, each])) }
    }
    case 'names':
      return { names: await namesInGroups(context, snapshot.settings.lossLimits) }
  }
}
