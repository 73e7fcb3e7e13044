/**
 * Classes for an amount: green for a gain, red for a loss, no colour for zero or an unknown amount. The amount never
 * wraps.
 */
export const gainClass = (value: unknown) =>
  `whitespace-nowrap ${typeof value !== 'number' || value === 0 ? '' : value > 0 ? 'text-good' : 'text-bad'}`
