import Big from 'big.js'
import type { Decimal } from '../../shared/platform/units.ts'

/** The decimal that the broker means by a number, without an exponent. For example, 0.30000000000000004 becomes 0.3. */
export const decimalOf = (value: number | Big): Decimal => new Big(value).round(10).toFixed()

export const maybeDecimal = (value: number | null | undefined) => (value == null ? null : decimalOf(value))
