import type { AlertOutcome } from '../../../functions/trading/ports/alert-record.ts'
import { outcomeInWords } from '../../../functions/trading/record/ending-words.ts'

/** An outcome with its sentence, as tests compare it. */
export const toldOutcome = (outcome: AlertOutcome | null | undefined) =>
  outcome && { ...outcome, sentence: outcomeInWords(outcome) }
