import type { Instant } from '../../../shared/platform/units.ts'
import type { Broker, BrokerActivity, BrokerLogin } from '../ports/broker.ts'

const accountOf = ({ userId, mode, accountId }: BrokerLogin) => `${userId} ${mode} ${accountId}`

/**
 * How far before an order's time a reading of the history starts, in milliseconds, so that one reading serves orders
 * in any sequence. IG is asked for more than that anyway because of its time zones.
 */
const reach = 3_600_000

/**
 * Reads an account's history once for all orders that one run of the reconciler follows, even if the reading fails:
 * many working orders must not use up the request limit that a new order's confirm needs.
 */
export const activityReader = (broker: Pick<Broker, 'readActivity'>): Broker['readActivity'] => {
  const readings = new Map<string, { readonly from: Instant; readonly activity: Promise<BrokerActivity[]> }>()
  return (login, from) => {
    const name = accountOf(login)
    const known = readings.get(name)
    if (known && known.from <= from) return known.activity
    const since = from - reach
    const activity = broker.readActivity(login, since)
    readings.set(name, { from: since, activity })
    return activity
  }
}

/** Reads an account's lists once for all look-ups of one run, even if the reading fails. */
export const listsReader = (broker: Pick<Broker, 'readAccount'>): Broker['readAccount'] => {
  const readings = new Map<string, ReturnType<Broker['readAccount']>>()
  return (login) => {
    const name = accountOf(login)
    const lists = readings.get(name) ?? broker.readAccount(login)
    readings.set(name, lists)
    return lists
  }
}
