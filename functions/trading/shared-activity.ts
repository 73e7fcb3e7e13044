import type { Instant } from '../../shared/trading/snapshot.ts'
import type { Broker, BrokerActivity } from './ports.ts'

/**
 * One reading of an account's history serves every order followed on it in one run of the reconciler, and so does its
 * failure: many working orders must not use up the allowance that a new order's confirm needs.
 */
export const sharedActivity = (broker: Pick<Broker, 'readActivity'>): Broker['readActivity'] => {
  const readings = new Map<string, { readonly from: Instant; readonly activity: Promise<BrokerActivity[]> }>()
  return (account, from) => {
    const name = `${account.userId} ${account.mode} ${account.accountId}`
    const known = readings.get(name)
    if (known && known.from <= from) return known.activity
    const activity = broker.readActivity(account, from)
    readings.set(name, { from, activity })
    return activity
  }
}
