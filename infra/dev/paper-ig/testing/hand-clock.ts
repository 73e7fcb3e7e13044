/** A Monday afternoon in London. */
const start = Date.UTC(2026, 0, 5, 15)

/** Time that passes only when a test reports it. */
export const handClock = (now = start) => ({
  now: () => now,
  pass: (milliseconds: number) => {
    now += milliseconds
  },
})
