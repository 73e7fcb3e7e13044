/** Milliseconds: an older reading says nothing of what the account is worth now, and it is read again. */
export const oldestEquity = 60_000
