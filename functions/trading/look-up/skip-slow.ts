import { limits } from '../ports/limits.ts'
import type { Clock } from '../ports/ports.ts'

/**
 * Returns a function that runs requests by name. After one slow request, it skips the other requests with the same name
 * in this run of the reconciler. Otherwise an account whose broker hangs would use up every run, and other users would
 * never have their turn.
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
