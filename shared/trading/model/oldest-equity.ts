/** Maximum age in milliseconds of an equity reading. An older one is read again. */
export const oldestEquity = 60_000
