/**
 * The durations of an alert's phases in milliseconds, in order from its acceptance: in the queue, until the data for
 * its decision was read, until the decision was written, until the broker answered its order, until the order was
 * confirmed. An alert without an order has only three phases. A phase is 0 if its duration is unknown because a later
 * run continued the alert.
 */
export type Phases = readonly number[]

/** The names of the phases on a screen, in order. */
export const phaseNames = ['queued', 'read', 'decided', 'sent', 'confirmed'] as const
