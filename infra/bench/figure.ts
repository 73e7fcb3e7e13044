/** One measured number. Small is good, always: what ought to be large is given as its opposite, or as a ratio to a floor. */
export type Figure = {
  readonly part: string
  readonly name: string
  readonly value: number
  readonly unit: string
  /** What is aimed for. */
  readonly target: number
  /** Above it the run fails. Counts have one; clocks have none, since machines are noisy. */
  readonly ceiling?: number
  /** What the best possible program would need. */
  readonly floor: number
  readonly ok: boolean
  /** What the number rests on, where its name does not say it. */
  readonly note?: string
}

/** What a measuring program prints, one JSON line each. */
export type Measured = Omit<Figure, 'part' | 'ok'>

export type Part = {
  /** What it measures, in one line. */
  readonly about: string
  readonly measure: (report: (measured: Measured) => void, progress: (line: string) => void) => Promise<void>
}

/** A number that is none (nothing was measured) is never ok. */
export const figureOf = (part: string, measured: Measured): Figure => ({
  part,
  ...measured,
  ok: Number.isFinite(measured.value) && measured.value <= (measured.ceiling ?? Infinity),
})

/** The middle one, or the mean of the middle two; NaN of nothing. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] as number)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
}

/** The smallest value that so large a share of all is not above; NaN of nothing. */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? NaN
