import * as z from 'zod/mini'
import { outcomeNames } from './outcome-names.ts'
import { tracedRules } from './rule-names.ts'

export { type RuleName, ruleNames } from './rule-names.ts'

/** One rule as it was evaluated, in words: what it found, what it asks for, whether that passed, and a sentence for the trader. */
export const StepInWords = z.object({
  /** The safety brake and the broker's allowance stand behind all rules: they stop what the rules let pass. */
  rule: z.enum(tracedRules),
  passed: z.boolean(),
  actual: z.string(),
  required: z.string(),
  sentence: z.string(),
})
export type StepInWords = z.infer<typeof StepInWords>

/**
 * How an alert ended: PLACED (a deal, or what CLOSE asked for, is confirmed), REFUSED (our rule), REJECTED (the
 * broker), EXPIRED (too old), BLOCKED (mode, account or credentials changed), NOT_PLACED (sent or about to be, and
 * proved not to have become a deal), NEEDS_REVIEW (unresolved after 15 minutes: a person must look), ASKED (it
 * passed every rule and waits for the user's yes, which makes an alert of its own), HELD (an exit held back by *Stop
 * everything*: if the user carries it out later, that makes an alert of its own too).
 */
export const Outcome = z.enum(outcomeNames)
export type Outcome = z.infer<typeof Outcome>
