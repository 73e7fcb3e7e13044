/**
 * Lines of the operator's log that functions write, and that alarms, the dashboard and the runbook search for. Each has
 * alertId, userId and mode if it is about an alert. Import it as `operatorLines`, so that a bundle contains only the
 * lines that it writes. They are plain ASCII, because CloudFormation keeps nothing else in search patterns.
 */

/** With `as`: queued, or duplicate. */
export const alertTaken = 'alert accepted'
/** With `outcome`, and `milliseconds` from its acceptance; `unreadable` is IG's failure if it was refused for that. */
export const alertFinished = 'alert finished'
export const executionFailed = 'alert failed, will be retried'
/** With `problem`: the webhook twice did not answer a call from outside. */
export const canaryFailed = 'canary got no response from the webhook'
/** With `ends`, within three weeks. */
export const certificateEnds = 'site certificate expires soon'
/** The root secret has none of its keys of a minute ago, so webhook secrets are not found. */
export const rootReplaced = 'root secret was replaced'
/** With `quietHours`: no user has sent an alert for that long, weekends apart. */
export const fallenSilent = 'no alert has come for long'
export const alertGivenUp = 'alert failed too often, gave up'
/** The `error.message` of such a line if Lambda is about to end the executor. */
export const timeRunsOut = 'executor is about to time out'
export const reconcilingFailed = 'reconciling an alert failed'
/**
 * With `users`, `reached` in this run, and the `milliseconds` of a round: timed exits and limits of some users are
 * late.
 */
export const usersNotReached = 'users with timed rules or limits not reached in time'
export const signInFailed = 'IG login failed'
/** With `mode`, `method`, `path` and `status`: no answer, or a status of 500 or above. */
export const brokerFailed = 'IG request failed'
export const allowanceSpent = 'IG allowance used up'
/** With `messageId`: it is sent again. */
export const notificationFailed = 'notification failed, will be retried'
/** With `userId` and `id` of the first: the events are only in the users' logs. */
export const notificationsLost = 'notifications not queued'
/** A fetch has finished without a refusal by Yahoo. */
export const dividendDatesFetched = 'dividend dates fetched'
export const dividendDatesGivenUp = 'gave up fetching dividend dates'
/** With `address`. Only the user's own log says whose account was tried. */
export const userSignInFailed = 'Signalpost login failed'
/** With `userId`: the session was ended. */
export const sessionTokenReused = 'session token reused'
/** With `endpoint`, `code` and `address`: no admin, another site, or too many attempts. */
export const accessRefused = 'access denied'
/** With `userId`, the log's owner, and `by`. Users may clear their own log, but not this line. */
export const logCleared = 'user log cleared'
/** Like `logCleared`, for an admin's download. */
export const logDownloaded = 'user log downloaded'
/** Needs no action: the alert traded, but can’t be replayed later. */
export const decisionNotKept = 'decision not kept for what-if'
/** With `userId`, `mode` and `accountId`: an account's history could not be read or derived. */
export const journalFailed = 'journal not read'
/** With `userId`, `mode`, `accountId`, `difference` and `since`, for a day or more. */
export const journalDiffers = 'journal differs from the balance'
