/** A Monday afternoon in London. */
const start = Date.UTC(2026, 0, 5, 15)

/** A clock that a test moves. */
export const handClock = (now = start) => ({
  now: () => now,
  pass: (milliseconds: number) => {
    now += milliseconds
  },
})
