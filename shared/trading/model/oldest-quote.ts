/** Maximum age in milliseconds of a quote. An older one is read again. */
export const oldestQuote = 60_000
