import type { Instant } from '../../../shared/platform/units.ts'
import type { Broker, BrokerActivity, BrokerLogin } from '../ports/broker.ts'

const accountOf = ({ userId, mode, accountId }: BrokerLogin) => `${userId} ${mode} ${accountId}`

/**
 * Milliseconds before an order's time at which a reading of the history starts, so that one reading is enough for
 * orders in any sequence. The request to IG covers even more time, to allow for IG's time zones.
 */
const reach = 3_600_000

/**
 * Reads an account's history only once, even if the reading fails, for all orders that one run of the reconciler
 * follows. Otherwise many working orders would use up the request limit, and new orders could not be confirmed.
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

/** Reads an account's lists only once for all look-ups of one run, even if the reading fails. */
export const listsReader = (broker: Pick<Broker, 'readAccount'>): Broker['readAccount'] => {
  const readings = new Map<string, ReturnType<Broker['readAccount']>>()
  return (login) => {
    const name = accountOf(login)
    const lists = readings.get(name) ?? broker.readAccount(login)
    readings.set(name, lists)
    return lists
  }
}
