import type { KnownInstrument } from '../../../shared/instruments/instrument.schema.ts'
import { changeInstruments } from '../../../functions/instruments/instrument-store.ts'

/**
 * Replaces the user's instrument list.
 * @returns its new version
 */
export const replaceInstruments = (userId: string, rows: readonly KnownInstrument[]) =>
  changeInstruments(userId, () => rows)
