import { type BudgetStore, budgetKey, type Tally } from '../../../functions/broker/ig/budget-store.ts'
import type { BrokerLogin } from '../../../functions/trading/ports/broker.ts'

const empty: Tally = {
  minute: 0,
  calls: 0,
  before: 0,
  closedUntil: 0,
  closedCode: null,
  dashboardCeiling: 0,
  loweredUntil: 0,
  allowed: null,
  allowedAt: 0,
}

export const budgetStoreInMemory = (): BudgetStore & { added: number[] } => {
  const tallies = new Map<string, Tally>()
  const added: number[] = []
  const current = (login: BrokerLogin, now: number): Tally => {
    const known = tallies.get(budgetKey(login).pk) ?? empty
    const minute = Math.floor(now / 60_000)
    if (known.minute >= minute) return known
    return { ...known, minute, calls: 0, before: known.minute === minute - 1 ? known.calls : 0 }
  }
  const put = (login: BrokerLogin, tally: Tally) => {
    tallies.set(budgetKey(login).pk, tally)
    return tally
  }
  return {
    added,
    add: (login, calls, now) => {
      added.push(calls)
      const tally = current(login, now)
      return Promise.resolve(put(login, { ...tally, calls: tally.calls + calls }))
    },
    tryAdd: (login, atMost, now) => {
      const tally = current(login, now)
      const most = tally.loweredUntil > now ? Math.min(atMost, tally.dashboardCeiling) : atMost
      if (tally.closedUntil > now || tally.calls >= most) return Promise.resolve({ added: false, tally })
      added.push(1)
      return Promise.resolve({ added: true, tally: put(login, { ...tally, calls: tally.calls + 1 }) })
    },
    saveAllowed: (login, allowed, now) => {
      put(login, { ...(tallies.get(budgetKey(login).pk) ?? empty), allowed, allowedAt: now })
      return Promise.resolve()
    },
    close: (login, stop) => {
      put(login, { ...(tallies.get(budgetKey(login).pk) ?? empty), ...stop })
      return Promise.resolve()
    },
  }
}
