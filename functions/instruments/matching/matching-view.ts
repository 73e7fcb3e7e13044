import type { Instrument } from '../../../shared/instruments/instrument.schema.ts'
import type { Matching } from '../../../shared/instruments/matching.schema.ts'
import type { MatchingJob } from './matching-store.ts'

export const matchingView = (
  { id, startedAt, state, total, note, waitsUntil, rows }: MatchingJob,
  list: readonly Pick<Instrument, 'marketAndSymbol'>[],
): Matching => {
  const listed = new Set(list.map(({ marketAndSymbol }) => marketAndSymbol.toUpperCase()))
  return {
    id,
    startedAt: new Date(startedAt).toISOString(),
    state,
    total,
    note,
    waitsUntil: waitsUntil === null ? null : new Date(waitsUntil).toISOString(),
    rows: [...rows],
    inList: rows.map(({ symbol }) => symbol).filter((symbol) => listed.has(symbol.toUpperCase())),
  }
}
