import { limits } from '../ports/limits.ts'
import type { Clock } from '../ports/ports.ts'

/**
 * If one question of a name took long, the others of that name wait for the next run of the reconciler: an account
 * whose broker hangs would use up the whole run, every minute, and no user behind it would ever have a turn.
 */
export const skipSlow = ({ clock }: { readonly clock: Clock }) => {
  const slow = new Set<string>()
  return async (name: string, ask: () => Promise<void>) => {
    if (slow.has(name)) return
    const began = clock.now()
    try {
      await ask()
    } finally {
      if (clock.now() - began > limits.slowCheck) slow.add(name)
    }
  }
}
