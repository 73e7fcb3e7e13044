import { median } from './measured.ts'

/** Samples at the beginning and at the end whose middle is taken: one alone may have found a rare moment. */
const atEachEnd = 3

/**
 * How much larger the last samples are than the first ones; NaN if there are too few to tell them apart.
 * @param samples evenly spaced in time
 */
export const growthOver = (samples: readonly number[]): number =>
  samples.length < 2 * atEachEnd
    ? NaN
    : median(samples.slice(-atEachEnd)) / median(samples.slice(0, atEachEnd))
