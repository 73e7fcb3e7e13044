/** How the alerts queue hands out a message again, in seconds, for the template, the executor and the simulation. */

/** How long the executor may run. Small: an alert that waits behind a dead executor grows old. */
const executor = 20

export const queueTimes = {
  executor,
  /** Six times the consumer's time-out, as AWS advises for an event source mapping. */
  visibility: executor * 6,
  /** Maximum number of messages the executor takes at once: a FIFO queue gives no more. */
  batch: 10,
  /** The executor begins no decision that has less than this left to be carried out in, in seconds. */
  leftToBegin: 8,
  /** Maximum failures of an alert, which then ends with an outcome. Waiting for room is not a failure. */
  failures: 5,
  /** Deliveries before a message goes to the dead letters. SQS allows no more. */
  receives: 1_000,
  /**
   * Until a message that failed is sent again, by how often it was handed out before. Soon at first, since the account's
   * other alerts wait behind it; together longer than a mark without a record holds (`limits.markVoid`), so that the
   * last run decides again and the refusal keeps its reason.
   */
  pauses: [5, 10, 15, 20],
} as const

/** @param receives how often the message was handed out, this time included */
export const pauseAfter = (receives: number): number =>
  queueTimes.pauses[Math.min(receives, queueTimes.pauses.length) - 1] ?? queueTimes.pauses[0]

/** Seconds until an alert that waits for room in the broker's allowance is sent again, by how often it has waited. */
export const waitAfter = (waits: number): number => (waits < 30 ? 10 : 100)
