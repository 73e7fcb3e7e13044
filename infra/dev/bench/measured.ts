/**
 * A measured number. Smaller is always better, so a number that should be large is reported as its inverse or as a
 * ratio to a floor.
 */
export type Measurement = {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly target: number
  /** The bench fails if the value is above this ceiling. Times have no ceiling, because machines differ in speed. */
  readonly ceiling?: number
  /** The value that the best possible program would reach. */
  readonly floor: number
  /** How the number was measured, if its name does not explain that. */
  readonly note?: string
}

/** Returns the median; NaN if there are no values. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] as number)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}

/** Returns the mean; NaN if there are no values. */
export const mean = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / values.length
