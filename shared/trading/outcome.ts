import * as z from 'zod/mini'

/** The rules in their order; a trace names them. */
export const ruleNames = [
  'mode',
  'trading not paused',
  'credentials',
  'alert age',
  'instrument',
  'price sanity',
  'cooldown',
  'dividend date',
  'duplicate',
  'open positions',
  'positions and orders',
  'ATR known',
  'size',
  'stop and limit distance',
  'market open',
] as const
export type RuleName = (typeof ruleNames)[number]

/** One rule as it was evaluated: what it saw, the limit, the verdict, and a sentence that a trader understands. */
export const TraceStep = z.object({
  rule: z.enum(ruleNames),
  passed: z.boolean(),
  saw: z.string(),
  limit: z.string(),
  sentence: z.string(),
})
export type TraceStep = z.infer<typeof TraceStep>

/**
 * How an alert ended: PLACED (a deal, or what CLOSE asked for, is confirmed), REFUSED (our rule), REJECTED (the
 * broker), EXPIRED (too old), BLOCKED (mode, account or credentials changed), NOT_PLACED (sent or about to be, and
 * proved not to have become a deal), NEEDS_REVIEW (unresolved after 15 minutes: a person must look).
 */
export const Outcome = z.enum([
  'PLACED',
  'REFUSED',
  'REJECTED',
  'EXPIRED',
  'BLOCKED',
  'NOT_PLACED',
  'NEEDS_REVIEW',
])
export type Outcome = z.infer<typeof Outcome>
