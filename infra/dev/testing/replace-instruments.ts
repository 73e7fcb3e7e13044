import type { KnownInstrument } from '../../../shared/instruments/instrument.schema.ts'
import { changeInstruments } from '../../../functions/instruments/instrument-store.ts'

/** Makes these the user's list. @returns the version that then holds */
export const replaceInstruments = (userId: string, rows: readonly KnownInstrument[]) =>
  changeInstruments(userId, () => rows)
