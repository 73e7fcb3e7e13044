/** One alert of an account; instants in epoch milliseconds. */
export type DecisionTime = {
  readonly account: string
  readonly sent: number
  readonly answered: number
  readonly decided: number
}

/**
 * Alerts decided before an earlier one of their account. Earlier is what was accepted before this one was sent: of two
 * that are in flight together, either may come first.
 */
export const countOvertaken = (alerts: readonly DecisionTime[]): number => {
  let count = 0
  for (const own of Map.groupBy(alerts, ({ account }) => account).values())
    for (const alert of own)
      if (own.some((earlier) => earlier.answered <= alert.sent && earlier.decided > alert.decided)) count += 1
  return count
}
