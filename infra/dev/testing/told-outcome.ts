import type { AlertOutcome } from '../../../functions/trading/ports/alert-record.ts'
import { outcomeInWords } from '../../../functions/trading/record/ending-words.ts'

/** An outcome with its sentence, in the form that tests compare. */
export const toldOutcome = (outcome: AlertOutcome | null | undefined) =>
  outcome && { ...outcome, sentence: outcomeInWords(outcome) }
