/** Milliseconds: an older quote says nothing of the current price, and the market is read again. */
export const oldestQuote = 60_000
