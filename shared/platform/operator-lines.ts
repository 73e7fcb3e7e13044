/**
 * Lines of the operator's log. Functions write these lines; alarms, the dashboard and the runbook search for them. Each
 * line about an alert has alertId, userId and mode. Import this file as `operatorLines`, so that a bundle contains only
 * the lines that it writes. The lines are plain ASCII, because CloudFormation keeps nothing else in search patterns.
 */

/** Fields: `as`, which is `queued` or `duplicate`. */
export const alertTaken = 'alert accepted'
/**
 * Fields: `outcome`, `milliseconds` since the alert's acceptance, and `unreadable`, IG's failure if it caused a
 * refusal.
 */
export const alertFinished = 'alert finished'
export const executionFailed = 'alert failed, will be retried'
/** Two calls from outside got no answer from the webhook. Fields: `problem`. */
export const canaryFailed = 'canary got no response from the webhook'
/** The certificate expires within three weeks. Fields: `ends`. */
export const certificateEnds = 'site certificate expires soon'
/** The root secret contains none of the keys that it contained a minute ago, so webhook secrets can't be found. */
export const rootReplaced = 'root secret was replaced'
/** No user has sent an alert for a number of hours, not counting weekends. Fields: `quietHours`. */
export const fallenSilent = 'no alert has come for long'
export const alertGivenUp = 'alert failed too often, gave up'
/** The `error.message` of the line `executionFailed` if Lambda is about to end the executor. */
export const timeRunsOut = 'executor is about to time out'
export const reconcilingFailed = 'reconciling an alert failed'
/**
 * Timed exits and limits of some users are late. Fields: the number of `users`, how many of them this run has
 * `reached`, and the `milliseconds` that the round of all users took.
 */
export const usersNotReached = 'users with timed rules or limits not reached in time'
export const signInFailed = 'IG login failed'
/** IG gave no answer, or a status of 500 or above. Fields: `mode`, `method`, `path` and `status`. */
export const brokerFailed = 'IG request failed'
export const allowanceSpent = 'IG allowance used up'
/** The notification will be sent again. Fields: `messageId`. */
export const notificationFailed = 'notification failed, will be retried'
/** The events are only in the users' logs. Fields: `userId` and `id` of the first event. */
export const notificationsLost = 'notifications not queued'
/** A fetch has finished without a refusal by Yahoo. */
export const dividendDatesFetched = 'dividend dates fetched'
export const dividendDatesGivenUp = 'gave up fetching dividend dates'
/** Only the user's own log names the account that the login was for. Fields: `address`. */
export const userSignInFailed = 'Signalpost login failed'
/** The session was ended. Fields: `userId`. */
export const sessionTokenReused = 'session token reused'
/**
 * The caller is not an admin, calls from another site, or made too many attempts. Fields: `endpoint`, `code` and
 * `address`.
 */
export const accessRefused = 'access denied'
/** Users may clear their own log, but not this line. Fields: `userId` (the log's owner) and `by`. */
export const logCleared = 'user log cleared'
/** An admin has downloaded a user's log. The fields are the same as for `logCleared`. */
export const logDownloaded = 'user log downloaded'
/** No action is needed. Trading is not affected, but the what-if can’t replay the decisions later. */
export const decisionNotKept = 'decision not kept for what-if'
/**
 * An account's history could not be read, or the journal could not be derived from it. Fields: `userId`, `mode` and
 * `accountId`.
 */
export const journalFailed = 'journal not read'
/** The difference has lasted for a day or more. Fields: `userId`, `mode`, `accountId`, `difference` and `since`. */
export const journalDiffers = 'journal differs from the balance'
