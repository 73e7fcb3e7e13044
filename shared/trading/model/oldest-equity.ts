/** Maximum age in milliseconds of an equity reading. The equity is read again if its last reading is older. */
export const oldestEquity = 60_000
