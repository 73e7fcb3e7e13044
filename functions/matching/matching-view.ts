import type { Matching } from '../../shared/instruments/matching.schema.ts'
import type { MatchingJob } from './matching-store.ts'

/** What the user sees of their batch. */
export const matchingView = ({
  userId: _,
  source: __,
  startedAt,
  waitsUntil,
  rows,
  ...job
}: MatchingJob): Matching => ({
  ...job,
  rows: [...rows],
  startedAt: new Date(startedAt).toISOString(),
  waitsUntil: waitsUntil === null ? null : new Date(waitsUntil).toISOString(),
})
