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
  /** With `address`. Whose account was tried only the user's own log says. */
  userSignInFailed: 'a sign-in to Signalpost failed',
  /** With `userId`: the session was ended. */
  sessionTokenReused: 'a used session token came again',
  /** With `endpoint`, `code` and `address`: no administrator, another site, or too many tries. */
  accessRefused: 'access was refused',
  /** With `userId`, whose log it was, and `by`. Users may clear their own log, and nobody this line. */
  logCleared: 'a user’s log was cleared',
  /** As `logCleared`, of an administrator. */
  logDownloaded: 'a user’s log was downloaded',
} as const
