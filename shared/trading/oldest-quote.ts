/** Milliseconds: an older quote says nothing of the price of now, and the market is read again. */
export const oldestQuote = 60_000
