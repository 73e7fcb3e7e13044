import type { Outcome } from '../trading/model/outcome.schema.ts'

/** Kinds of outcomes for a trader: an order, a refusal by a rule, a failure, or a question. */
export const alertKinds = ['placed', 'refused', 'failed', 'asked'] as const

export const outcomeKinds: Readonly<Record<Outcome, (typeof alertKinds)[number]>> = {
  PLACED: 'placed',
  REFUSED: 'refused',
  EXPIRED: 'refused',
  BLOCKED: 'refused',
  REJECTED: 'failed',
  NOT_PLACED: 'failed',
  NEEDS_REVIEW: 'failed',
  ASKED: 'asked',
  HELD: 'asked',
}

export const countedKinds = ['placed', 'refused', 'failed'] as const
export type CountedKind = (typeof countedKinds)[number]
