import type { Instant } from '../../../shared/platform/units.ts'
import type { Broker, BrokerActivity, BrokerLogin } from '../ports/broker.ts'

const accountOf = ({ userId, mode, accountId }: BrokerLogin) => `${userId} ${mode} ${accountId}`

/**
 * The orders come in any turn: one reading reaches back for all that were placed within this time, in milliseconds. IG
 * is asked for more than that anyway, for the sake of its time zones.
 */
const reach = 3_600_000

/**
 * One reading of an account's history serves every order followed on it in one run of the reconciler, and so does its
 * failure: many working orders must not use up the allowance that a new order's confirm needs.
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

/** One reading of an account's lists serves all that is looked up on it in one run, and so does its failure. */
export const listsReader = (broker: Pick<Broker, 'readAccount'>): Broker['readAccount'] => {
  const readings = new Map<string, ReturnType<Broker['readAccount']>>()
  return (login) => {
    const name = accountOf(login)
    const lists = readings.get(name) ?? broker.readAccount(login)
    readings.set(name, lists)
    return lists
  }
}
