/**
 * The lines of the operator's log that alarms, the dashboard and the runbook look for: written by functions, watched
 * by infra.
 * Each says alertId, userId and mode if it is about an alert. A module, so that a bundle holds what it writes alone:
 * import it as `operatorLines`. Plain ASCII: CloudFormation keeps nothing else in the patterns that look for them.
 */

/** With `as`: queued, or duplicate. */
export const alertTaken = 'alert accepted'
/**
 * With `outcome`, and `milliseconds` from its acceptance; `unreadable` says how IG failed if that is why it was
 * refused.
 */
export const alertFinished = 'alert finished'
export const executionFailed = 'alert failed, will be retried'
/** With `problem`: the webhook did not answer a call from outside, twice. */
export const canaryFailed = 'canary got no response from the webhook'
/** With `ends`: within three weeks. */
export const certificateEnds = 'site certificate expires soon'
/** The root secret has none of the keys that it had a minute ago: webhook secrets are not found. */
export const rootReplaced = 'root secret was replaced'
/** With `quietHours`: no user has sent an alert for as long, weekends apart. */
export const fallenSilent = 'no alert has come for long'
export const alertGivenUp = 'alert failed too often, gave up'
/** The `error.message` of such a line, if Lambda is about to end the executor. */
export const timeRunsOut = 'executor is about to time out'
export const reconcilingFailed = 'reconciling an alert failed'
/** With `users`, `reached` in this run, and the `milliseconds` of a round: timed exits and limits of some users come late. */
export const usersNotReached = 'users with timed rules or limits not reached in time'
export const signInFailed = 'IG login failed'
/** With `mode`, `method`, `path` and `status`: no answer, or one of 500 and above. */
export const brokerFailed = 'IG request failed'
export const allowanceSpent = 'IG allowance used up'
/** With `messageId`: it is sent again. */
export const notificationFailed = 'notification failed, will be retried'
/** With `userId` and `id` of the first: what happened is in the users' logs alone. */
export const notificationsLost = 'notifications not queued'
/** A whole fetch has ended, and Yahoo did not refuse it. */
export const dividendDatesFetched = 'dividend dates fetched'
export const dividendDatesGivenUp = 'gave up fetching dividend dates'
/** With `address`. Whose account was tried only the user's own log says. */
export const userSignInFailed = 'Signalpost login failed'
/** With `userId`: the session was ended. */
export const sessionTokenReused = 'session token reused'
/** With `endpoint`, `code` and `address`: no admin, another site, or too many tries. */
export const accessRefused = 'access denied'
/** With `userId`, whose log it was, and `by`. Users may clear their own log, but not this line. */
export const logCleared = 'user log cleared'
/** Like `logCleared`, but an admin did it. */
export const logDownloaded = 'user log downloaded'
/** Nothing that an operator must do: the alert traded, and can’t be replayed later. */
export const decisionNotKept = 'decision not kept for what-if'
/** With `userId`, `mode` and `accountId`: the history of an account could not be read or derived. */
export const journalFailed = 'journal not read'
/** With `userId`, `mode`, `accountId`, `difference` and `since`: for a day or more. */
export const journalDiffers = 'journal differs from the balance'
