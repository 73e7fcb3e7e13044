/**
 * The duration of an alert's phases in milliseconds, in sequence from its acceptance: in the queue, until the data for its
 * decision was read, until the decision was written, until the broker answered its order, until its confirmation. An alert
 * without an order has three. A phase is 0 if a later run continued from a claim and does not know it.
 */
export type Phases = readonly number[]

/** The names of the phases on a screen, in order. */
export const phaseNames = ['queued', 'read', 'decided', 'sent', 'confirmed'] as const
