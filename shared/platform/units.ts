/** A number as plain decimal text ("2401.50"): money arithmetic never meets binary floating point. */
export type Decimal = string

/** Epoch milliseconds. */
export type Instant = number
