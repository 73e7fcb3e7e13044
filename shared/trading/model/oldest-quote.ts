/** Maximum age in milliseconds of a quote. The quote is read again if it is older. */
export const oldestQuote = 60_000
