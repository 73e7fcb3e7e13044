/** A Monday afternoon in London. */
const start = Date.UTC(2026, 0, 5, 15)

/** A clock that only moves when a test advances it. */
export const handClock = (now = start) => ({
  now: () => now,
  pass: (milliseconds: number) => {
    now += milliseconds
  },
})
