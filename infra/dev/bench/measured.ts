/**
 * A measured number. Smaller is always better: a number that should be large is given as its inverse, or as a ratio to
 * a floor.
 */
export type Measurement = {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly target: number
  /** The run fails above it. Counts have a ceiling; times have none, because machines are noisy. */
  readonly ceiling?: number
  /** What the best possible program would need. */
  readonly floor: number
  /** The basis of the number, if its name does not say it. */
  readonly note?: string
}

/** The median; NaN if there are no values. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] as number)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}

/** The mean; NaN if there are no values. */
export const mean = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / values.length
