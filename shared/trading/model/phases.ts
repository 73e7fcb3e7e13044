/**
 * How long an alert was in each phase of its way, in milliseconds, one after another from its acceptance: in the queue,
 * until all was read that its decision rests on, until the decision was written down, until the broker answered its
 * order, until its verdict was known. What came to no order has three; 0 if a later run went on from a claim and
 * no longer knows.
 */
export type Phases = readonly number[]

/** What each is called on a screen, in their order. */
export const phaseNames = ['queued', 'read', 'decided', 'sent', 'confirmed'] as const
