import type { AllowanceStore, Versioned } from '../../../functions/broker/allowance/store.ts'
import { type Allowed, newState } from '../../../functions/broker/allowance/state.ts'

/**
 * @param allowed the broker's allowances by key
 * @property writes number of rows written
 */
export const allowanceStoreInMemory = (
  allowed: Allowed | null = null,
): AllowanceStore & { writes: number } => {
  const rows = new Map<string, Versioned>()
  const store = {
    writes: 0,
    read: (key: string) => Promise.resolve(rows.get(key) ?? { version: 0, state: { ...newState, allowed } }),
    save: (key: string, next: Versioned) => {
      const known = rows.get(key)
      if ((known?.version ?? 0) !== next.version - 1) return store.read(key)
      rows.set(key, next)
      store.writes += 1
      return Promise.resolve(null)
    },
    noteAccount: () => Promise.resolve(),
  }
  return store
}
