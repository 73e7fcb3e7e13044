import Big from 'big.js'
import type { Decimal } from '../../shared/platform/units.ts'

/** The exact text of a number as the broker means it: 0.3 for 0.30000000000000004, without an exponent. */
export const decimalOf = (value: number | Big): Decimal => new Big(value).round(10).toFixed()

export const maybeDecimal = (value: number | null | undefined) => (value == null ? null : decimalOf(value))
