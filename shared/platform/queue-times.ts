/** Redelivery times of the alerts queue in seconds, for the template, the executor and the simulation. */

/** Timeout of the executor. It is short because other alerts wait while an executor hangs. */
const executor = 20

export const queueTimes = {
  executor,
  /** Six times the consumer's timeout, as AWS advises for an event source mapping. */
  visibility: executor * 6,
  /** Maximum messages per run. A FIFO queue delivers no more. */
  batch: 10,
  /** Minimum seconds that the executor must have left to begin a decision. */
  leftToBegin: 8,
  /**
   * Maximum failures of an alert before it ends with an outcome. Waiting for the broker's allowance is not a failure.
   */
  failures: 5,
  /** Maximum deliveries of a message before it moves to the dead-letter queue. SQS allows no more. */
  receives: 1_000,
  /**
   * Seconds until a failed message is redelivered, by number of deliveries. The first pauses are short, because the
   * account's other alerts wait. The sum of the pauses exceeds `limits.markVoid`, after which an alert without a
   * recorded outcome may be decided again. So the last run can decide the alert again, and a refusal then keeps its
   * reason.
   */
  pauses: [5, 10, 15, 20],
} as const

/** @param receives number of deliveries, including this one */
export const pauseAfter = (receives: number): number =>
  queueTimes.pauses[Math.min(receives, queueTimes.pauses.length) - 1] ?? queueTimes.pauses[0]

/** Seconds until an alert that waits for room in the broker's allowance is redelivered, by number of waits. */
export const waitAfter = (waits: number): number => (waits < 30 ? 10 : 100)
