import { type BudgetStore, budgetKey, type Tally } from '../../../functions/broker/ig/budget-store.ts'
import type { BrokerAccount } from '../../../functions/trading/ports.ts'

const empty: Tally = {
  minute: 0,
  calls: 0,
  before: 0,
  closedUntil: 0,
  closedCode: null,
  dashboardCeiling: 0,
  loweredUntil: 0,
}

export const budgetStoreInMemory = (): BudgetStore & { added: number[] } => {
  const tallies = new Map<string, Tally>()
  const added: number[] = []
  const current = (account: BrokerAccount, now: number): Tally => {
    const known = tallies.get(budgetKey(account).pk) ?? empty
    const minute = Math.floor(now / 60_000)
    if (known.minute >= minute) return known
    return { ...known, minute, calls: 0, before: known.minute === minute - 1 ? known.calls : 0 }
  }
  const put = (account: BrokerAccount, tally: Tally) => {
    tallies.set(budgetKey(account).pk, tally)
    return tally
  }
  return {
    added,
    add: (account, calls, now) => {
      added.push(calls)
      const tally = current(account, now)
      return Promise.resolve(put(account, { ...tally, calls: tally.calls + calls }))
    },
    tryAdd: (account, atMost, now) => {
      const tally = current(account, now)
      const most = tally.loweredUntil > now ? Math.min(atMost, tally.dashboardCeiling) : atMost
      if (tally.closedUntil > now || tally.calls >= most) return Promise.resolve({ added: false, tally })
      added.push(1)
      return Promise.resolve({ added: true, tally: put(account, { ...tally, calls: tally.calls + 1 }) })
    },
    close: (account, stop) => {
      put(account, { ...(tallies.get(budgetKey(account).pk) ?? empty), ...stop })
      return Promise.resolve()
    },
  }
}
