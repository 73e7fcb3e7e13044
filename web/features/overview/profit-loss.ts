/** The total profit and loss of all open positions at one time, in the account's currency. */
export type ProfitLoss = {
  /** The time of the sample in epoch milliseconds. */
  readonly at: number
  readonly total: number
  /** The number of positions for which IG reported no profit. They are left out of the total. */
  readonly unknown: number
}

const same = (one: ProfitLoss | undefined, other: ProfitLoss) =>
  one?.total === other.total && one.unknown === other.unknown

/**
 * Adds a sample to the series. Of several equal samples in a row, only the first and the last are kept. Samples older
 * than the window are dropped.
 */
export const withSample = (
  series: readonly ProfitLoss[],
  sample: ProfitLoss,
  window: number,
): ProfitLoss[] => {
  const level = same(series.at(-1), sample) && same(series.at(-2), sample)
  return [...(level ? series.slice(0, -1) : series), sample].filter(({ at }) => at > sample.at - window)
}
