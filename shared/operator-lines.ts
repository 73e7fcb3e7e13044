/**
 * The lines of the operator's log that alarms, the dashboard and the runbook look for: written by functions, watched
 * by infra.
 * Each says alertId, userId and mode where it is about an alert. A module, so that a bundle holds what it writes alone:
 * import it as `operatorLines`. Plain ASCII: CloudFormation keeps nothing else in the patterns that look for them.
 */

/** With `as`: queued, or duplicate. */
export const alertTaken = 'alert taken'
/**
 * With `outcome`, and `milliseconds` from its acceptance; `unreadable` says how IG failed where that is why it was
 * refused.
 */
export const alertFinished = 'alert finished'
export const executionFailed = 'an alert failed and will be tried again'
/** With `problem`: the webhook did not answer a call from outside, twice. */
export const canaryFailed = 'the canary got no answer from the webhook'
/** With `ends`: within three weeks. */
export const certificateEnds = 'the certificate of the site is about to end'
export const alertGivenUp = 'an alert failed too often and was given up'
/** The `error.message` of such a line, where Lambda is about to end the executor. */
export const timeRunsOut = 'the time runs out'
export const reconcilingFailed = 'reconciling an alert failed'
export const signInFailed = 'signing in to IG failed'
/** With `mode`, `method`, `path` and `status`: no answer, or one of 500 and above. */
export const brokerFailed = 'IG did not answer as it should'
export const allowanceSpent = 'the allowance of IG is spent'
/** With `messageId`: it comes again. */
export const noticeFailed = 'a notice failed and will be tried again'
/** With `userId` and `id` of the first: what happened is in the users' logs alone. */
export const noticesLost = 'notices were not queued'
/** A whole fetch has ended, and Yahoo did not refuse it. */
export const dividendDatesFetched = 'dividend dates fetched'
export const dividendDatesGivenUp = 'fetching dividend dates was given up'
/** With `address`. Whose account was tried only the user's own log says. */
export const userSignInFailed = 'a sign-in to Signalpost failed'
/** With `userId`: the session was ended. */
export const sessionTokenReused = 'a used session token came again'
/** With `endpoint`, `code` and `address`: no administrator, another site, or too many tries. */
export const accessRefused = 'access was refused'
/** With `userId`, whose log it was, and `by`. Users may clear their own log, but not this line. */
export const logCleared = 'the log of a user was cleared'
/** As `logCleared`, of an administrator. */
export const logDownloaded = 'the log of a user was downloaded'
