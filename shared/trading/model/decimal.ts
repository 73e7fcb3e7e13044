import { Big as StandardBig } from 'big.js'
import type { Decimal } from '../../platform/units.ts'

/**
 * Decimal arithmetic. Digits beyond its precision are cut off, so a quotient is never above the true value. It has its
 * own constructor, so that settings of the library's shared constructor do not affect it.
 */
export const Big = StandardBig()
Big.DP = 40
Big.RM = StandardBig.roundDown
export type Big = StandardBig

/** How a number is rounded to a market's decimals. */
export const rounding = {
  down: StandardBig.roundDown,
  nearest: StandardBig.roundHalfUp,
  up: StandardBig.roundUp,
} as const

export const percentOf = (value: Big, percent: Decimal): Big => value.times(percent).times('0.01')

/** Formats a number in plain digits without trailing zeros. */
export const plain = (value: Big): Decimal => value.toFixed()

const plainNumber = /^-?\d+(\.\d+)?$/

/** @returns null if the text is not a finite decimal number */
export const bigFrom = (text: Decimal): Big | null => (plainNumber.test(text) ? new Big(text) : null)
