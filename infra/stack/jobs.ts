import { queueTimes } from '../../shared/platform/queue-times.ts'

/** When a scheduled job starts. Times of day are London times. */
export type JobClock =
  | { readonly everyMinutes: number }
  | { readonly at: string; readonly weekDay?: 'MON'; readonly retries: number }

/** A background job. If it crashes, its log line fires the alarm `run-failed`. */
export type Job = {
  /**
   * The folder in functions/handlers with the job's file. A `queue` job reads messages; a `job` is started by another
   * Lambda.
   */
  readonly kind: 'queue' | 'schedule' | 'job'
  /** What the job does, for the console and the runbook. */
  readonly does: string
  /** Timeout in seconds. */
  readonly seconds: number
  readonly megabytes: number
  /** Whether the job starts another run of itself for unfinished work. */
  readonly startsItself?: true
  /**
   * Set if Lambda must not retry a failed run, because the next scheduled run does the same work. If Lambda can't start
   * a run of a frequent job within a minute, it drops the run. Otherwise, an hour of throttling would be followed by
   * sixty runs at once.
   */
  readonly isNotRepeated?: true
  readonly clock?: JobClock
}

/** Memory in MB for jobs that mostly wait for IG. It is low because waiting is billed by memory. */
const whileWaiting = 384
const usual = 512
/** Timeout in seconds of slow jobs. Lambda's maximum is fifteen minutes. */
const long = 600

/** Every background Lambda, with its timeout, memory, retries, schedule and alarm. */
export const jobs = {
  'execute-alerts': {
    kind: 'queue',
    does: 'Brings alerts of the queue to an order or a refusal',
    seconds: queueTimes.executor,
    megabytes: whileWaiting,
  },
  'handle-dead-letters': {
    kind: 'queue',
    does: 'Gives alerts that the executor could not handle an outcome',
    seconds: queueTimes.executor,
    megabytes: whileWaiting,
  },
  'send-notices': {
    kind: 'queue',
    does: 'Sends notifications on the channels other than email',
    seconds: 60,
    megabytes: usual,
  },
  'reconcile-alerts': {
    kind: 'schedule',
    does: 'Brings every open alert to its end',
    seconds: 60,
    megabytes: usual,
    isNotRepeated: true,
    clock: { everyMinutes: 1 },
  },
  'fetch-dividend-dates': {
    kind: 'schedule',
    does: 'Fetches the dividend dates of every instrument, before London opens',
    seconds: long,
    megabytes: usual,
    startsItself: true,
    clock: { at: '05:15', retries: 2 },
  },
  'send-mail': {
    kind: 'job',
    does: 'Sends emails about accounts',
    seconds: 29,
    megabytes: usual,
  },
  'match-symbols': {
    kind: 'job',
    does: 'Matches a batch of symbols that a user pasted',
    seconds: long,
    megabytes: usual,
    startsItself: true,
  },
  'retire-root-key': {
    kind: 'job',
    does: 'Replaces what an old root secret protects',
    seconds: long,
    megabytes: usual,
  },
  'collect-journals': {
    kind: 'schedule',
    does: 'Reads the history of accounts that traded, for their journals',
    seconds: 240,
    megabytes: usual,
    isNotRepeated: true,
    clock: { everyMinutes: 1 },
  },
  'finish-deletions': {
    kind: 'schedule',
    does: 'Removes what is left of deleted users once their alerts have ended',
    seconds: long,
    megabytes: usual,
    isNotRepeated: true,
    clock: { everyMinutes: 5 },
  },
  'check-epics': {
    kind: 'schedule',
    does: 'Checks the epics of every list and notifies users if one is gone, renamed or rolled',
    seconds: long,
    megabytes: usual,
    startsItself: true,
    isNotRepeated: true,
    // IG maintains and renames markets at the weekend.
    clock: { weekDay: 'MON', at: '05:45', retries: 0 },
  },
  canary: {
    kind: 'schedule',
    does: 'Calls the webhook from outside, as TradingView would',
    seconds: 29,
    megabytes: usual,
    isNotRepeated: true,
    clock: { everyMinutes: 1 },
  },
} as const satisfies Readonly<Record<string, Job>>

export type BackgroundName = keyof typeof jobs

export const jobNames = Object.keys(jobs) as BackgroundName[]

/** The job of a background Lambda; undefined for an endpoint. */
export const jobOf = (name: string): Job | undefined =>
  name in jobs ? jobs[name as BackgroundName] : undefined
