/** What all open positions came to at one moment, in the account's currency. */
export type ProfitLoss = {
  /** Epoch milliseconds. */
  readonly at: number
  readonly total: number
  /** Positions whose profit the broker could not tell: they are not in the total. */
  readonly unknown: number
}

const same = (one: ProfitLoss | undefined, other: ProfitLoss) =>
  one?.total === other.total && one.unknown === other.unknown

/** The series with one more sample. A level stretch is kept as its two ends; what is older than the window goes. */
export const withSample = (
  series: readonly ProfitLoss[],
  sample: ProfitLoss,
  window: number,
): ProfitLoss[] => {
  const level = same(series.at(-1), sample) && same(series.at(-2), sample)
  return [...(level ? series.slice(0, -1) : series), sample].filter(({ at }) => at > sample.at - window)
}
