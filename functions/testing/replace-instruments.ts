import type { InstrumentFields } from '../../shared/instrument.ts'
import { changeInstruments } from '../stores/instruments.ts'

/** Makes these the user's list. @returns the version that then holds */
export const replaceInstruments = (userId: string, rows: readonly InstrumentFields[]) =>
  changeInstruments(userId, () => rows)
