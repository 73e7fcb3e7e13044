import { queueTimes } from '../../shared/platform/queue-times.ts'

/** When a job starts by the clock. Times of day are London's. */
export type JobClock =
  | { readonly everyMinutes: number }
  | { readonly at: string; readonly weekDay?: 'MON'; readonly retries: number }

/** What a background job is. A line of the operator's log that says that one crashed fires `run-failed` for each of them. */
export type Job = {
  /** The folder of functions/handlers that has its file. `queue`: it reads messages; `job`: another Lambda starts it. */
  readonly kind: 'queue' | 'schedule' | 'job'
  /** What it does, for the console and the runbook. */
  readonly does: string
  /** After which Lambda ends it. */
  readonly seconds: number
  readonly megabytes: number
  /** What it has no time for it leaves to another run of itself. */
  readonly startsItself?: true
  /**
   * Lambda does not repeat a run that failed: the next one by the clock does what this one could not. If the clock starts one
   * every few minutes, a start that was throttled for a minute is dropped, or sixty would run at once after an hour.
   */
  readonly isNotRepeated?: true
  readonly clock?: JobClock
}

/** An execution mostly waits for IG, and memory is what waiting costs. */
const whileWaiting = 384
const usual = 512
/** Ten minutes: less than the fifteen that Lambda allows, so that a job stops on its own. */
const long = 600

/** Every Lambda that runs in the background: from here come its timeout, memory, repeats, schedule and alarm. */
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
    // After the weekend, when IG maintains and renames.
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

/** The job of a Lambda that runs in the background; undefined for an endpoint. */
export const jobOf = (name: string): Job | undefined =>
  name in jobs ? jobs[name as BackgroundName] : undefined
