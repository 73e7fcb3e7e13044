/** A number as plain decimal text ("2401.50"), because money is never computed in binary floating point. */
export type Decimal = string

/** Epoch milliseconds. */
export type Instant = number
