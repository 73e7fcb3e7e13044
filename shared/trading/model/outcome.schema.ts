import * as z from 'zod/mini'
import { outcomeNames } from './outcome-names.ts'
import { tracedRules } from './rule-names.ts'

export { type RuleName, ruleNames } from './rule-names.ts'

/** An evaluated rule as text: what it found, what it requires, whether it passed, and a sentence for the trader. */
export const StepInWords = z.object({
  /**
   * The rule's name, or the safety brake or the broker's request limit. Both come after all rules and stop alerts that
   * the rules let pass.
   */
  rule: z.enum(tracedRules),
  passed: z.boolean(),
  actual: z.string(),
  required: z.string(),
  sentence: z.string(),
})
export type StepInWords = z.infer<typeof StepInWords>

/**
 * How an alert ended: PLACED (a deal or a close is confirmed), REFUSED (by our rules), REJECTED (by the broker),
 * EXPIRED (too old), BLOCKED (mode, account or credentials changed), NOT_PLACED (the order was sent or about to be
 * sent, and provably led to no deal), NEEDS_REVIEW (unresolved after 15 minutes, so the user must check), ASKED (the
 * alert passed every rule and waits for the user's approval, which creates another alert), HELD (*Stop everything*
 * holds this exit; carrying it out later also creates another alert).
 */
export const Outcome = z.enum(outcomeNames)
export type Outcome = z.infer<typeof Outcome>
