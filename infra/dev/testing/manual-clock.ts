import type { Clock } from '../../../functions/trading/ports/ports.ts'

/** A clock that moves only if code sleeps or a test moves it. */
export const manualClock = (
  start = Date.UTC(2026, 0, 5, 15),
): Clock & { pass(milliseconds: number): void } => {
  let now = start
  return {
    now: () => now,
    sleep: async (milliseconds) => {
      now += milliseconds
      // Lets other work run, as a real pause would.
      await new Promise<void>((resolve) => setImmediate(resolve))
    },
    pass: (milliseconds) => {
      now += milliseconds
    },
  }
}
