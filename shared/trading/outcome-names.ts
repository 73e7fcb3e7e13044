/** How an alert may have ended; what each means is said at `Outcome`. Apart from it, so that a screen knows them without the schemas. */
export const outcomeNames = [
  'PLACED',
  'REFUSED',
  'REJECTED',
  'EXPIRED',
  'BLOCKED',
  'NOT_PLACED',
  'NEEDS_REVIEW',
  'ASKED',
] as const
