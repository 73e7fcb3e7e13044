/**
 * The lines of the operator's log that alarms and the dashboard look for: written by functions, watched by infra.
 * Each says alertId, userId and mode where it is about an alert.
 */
export const operatorLines = {
  /** With `as`: queued, or duplicate. */
  alertTaken: 'alert taken',
  /** With `outcome`, and `milliseconds` from its acceptance. */
  alertFinished: 'alert finished',
  executionFailed: 'an alert failed and will be tried again',
  signInFailed: 'signing in to IG failed',
  /** A whole fetch has ended, and Yahoo did not refuse it. */
  dividendDatesFetched: 'dividend dates fetched',
} as const
