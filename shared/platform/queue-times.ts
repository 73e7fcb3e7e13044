/** Redelivery times of the alerts queue in seconds, for the template, the executor and the simulation. */

/** Timeout of the executor. It is short, because alerts behind a dead executor grow old. */
const executor = 20

export const queueTimes = {
  executor,
  /** Six times the consumer's timeout, as AWS advises for an event source mapping. */
  visibility: executor * 6,
  /** Maximum messages per run. A FIFO queue delivers no more. */
  batch: 10,
  /** Minimum seconds that the executor must have left to begin a decision. */
  leftToBegin: 8,
  /** Maximum failures of an alert, which then ends with an outcome. Waiting for room is not a failure. */
  failures: 5,
  /** Deliveries before a message goes to the dead letters. SQS allows no more. */
  receives: 1_000,
  /**
   * Seconds until a failed message is redelivered, by number of deliveries. The first are short, because the account's
   * other alerts wait. Together they last longer than a mark without a record (`limits.markVoid`), so that the last run
   * decides again and the refusal keeps its reason.
   */
  pauses: [5, 10, 15, 20],
} as const

/** @param receives number of deliveries, including this one */
export const pauseAfter = (receives: number): number =>
  queueTimes.pauses[Math.min(receives, queueTimes.pauses.length) - 1] ?? queueTimes.pauses[0]

/** Seconds until an alert that waits for room in the broker's allowance is redelivered, by number of waits. */
export const waitAfter = (waits: number): number => (waits < 30 ? 10 : 100)
