/** The names of outcomes, which `Outcome` explains. This file is separate so that screens need not load the schemas. */
export const outcomeNames = [
  'PLACED',
  'REFUSED',
  'REJECTED',
  'EXPIRED',
  'BLOCKED',
  'NOT_PLACED',
  'NEEDS_REVIEW',
  'ASKED',
  'HELD',
] as const

/** The name of each outcome as users read it. */
export const outcomeLabels: Readonly<Record<(typeof outcomeNames)[number], string>> = {
  PLACED: 'PLACED',
  REFUSED: 'REFUSED',
  REJECTED: 'REJECTED',
  EXPIRED: 'EXPIRED',
  BLOCKED: 'BLOCKED',
  NOT_PLACED: 'NOT PLACED',
  NEEDS_REVIEW: 'NEEDS REVIEW',
  ASKED: 'AWAITING APPROVAL',
  HELD: 'HELD',
}
