/** One measured number. Small is good, always: what ought to be large is given as its opposite, or as a ratio to a floor. */
export type Measurement = {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** What is aimed for. */
  readonly target: number
  /** Above it the run fails. Counts have one; clocks have none, since machines are noisy. */
  readonly ceiling?: number
  /** What the best possible program would need. */
  readonly floor: number
  /** What the number rests on, if its name does not say it. */
  readonly note?: string
}

/** The middle one, or the mean of the middle two; NaN of nothing. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] as number)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}

/** NaN of nothing. */
export const mean = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / values.length
