import type { Matching } from '../../shared/instruments/matching.schema.ts'
import type { MatchingJob } from './matching-store.ts'

/** What the user sees of their batch. */
export const matchingView = ({
  id,
  startedAt,
  state,
  total,
  note,
  waitsUntil,
  rows,
}: MatchingJob): Matching => ({
  id,
  startedAt: new Date(startedAt).toISOString(),
  state,
  total,
  note,
  waitsUntil: waitsUntil === null ? null : new Date(waitsUntil).toISOString(),
  rows: [...rows],
})
