import type { Outcome } from '../trading/model/outcome.schema.ts'

/** The kinds of outcomes as a trader sees them: an order, a refusal by a rule, a failure, or a request for approval. */
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
