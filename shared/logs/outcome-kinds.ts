import type { Outcome } from '../trading/model/outcome.schema.ts'

/** What an outcome is to a trader: an order, a rule that said no, something amiss, or a question. */
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

/** The kinds that are counted. */
export const countedKinds = ['placed', 'refused', 'failed'] as const
export type CountedKind = (typeof countedKinds)[number]
