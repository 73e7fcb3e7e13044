/**
 * The lines of the operator's log that alarms, the dashboard and the runbook look for: written by functions, watched
 * by infra.
 * Each says alertId, userId and mode where it is about an alert.
 */
export const operatorLines = {
  /** With `as`: queued, or duplicate. */
  alertTaken: 'alert taken',
  /** With `outcome`, and `milliseconds` from its acceptance. */
  alertFinished: 'alert finished',
  executionFailed: 'an alert failed and will be tried again',
  alertGivenUp: 'an alert failed too often and was given up',
  /** The `error.message` of such a line, where Lambda is about to end the executor. */
  timeRunsOut: 'the time runs out',
  reconcilingFailed: 'reconciling an alert failed',
  signInFailed: 'signing in to IG failed',
  allowanceSpent: 'IG’s allowance is spent',
  /** A whole fetch has ended, and Yahoo did not refuse it. */
  dividendDatesFetched: 'dividend dates fetched',
  dividendDatesGivenUp: 'fetching dividend dates was given up',
} as const
