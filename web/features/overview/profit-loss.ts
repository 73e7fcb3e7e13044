/** The total profit and loss of all open positions at one time, in the account's currency. */
export type ProfitLoss = {
  /** Epoch milliseconds. */
  readonly at: number
  readonly total: number
  /** The number of positions whose profit the broker did not report; the total leaves them out. */
  readonly unknown: number
}

const same = (one: ProfitLoss | undefined, other: ProfitLoss) =>
  one?.total === other.total && one.unknown === other.unknown

/** Adds a sample to the series. A level stretch is reduced to its two ends, and samples older than the window are dropped. */
export const withSample = (
  series: readonly ProfitLoss[],
  sample: ProfitLoss,
  window: number,
): ProfitLoss[] => {
  const level = same(series.at(-1), sample) && same(series.at(-2), sample)
  return [...(level ? series.slice(0, -1) : series), sample].filter(({ at }) => at > sample.at - window)
}
