import * as z from 'zod/mini'
import { Mode } from '../accounts/user.schema.ts'
import { Outcome } from '../trading/model/outcome.schema.ts'
import { tracedRules } from '../trading/model/rule-names.ts'
import { alertStates } from '../alerts/alert-state.ts'

/** An alert as a list shows it; `getAlert` tells the rest. */
export const AlertLine = z.object({
  alertId: z.string(),
  mode: Mode,
  state: z.enum(alertStates),
  action: z.string(),
  /** TradingView’s name of the market. */
  market: z.string(),
  /** What the broker calls the instrument, such as Tesco PLC; missing if it was not read for this alert. */
  name: z.optional(z.string()),
  strategy: z.nullable(z.string()),
  acceptedAt: z.iso.datetime(),
  /** Null until it is decided, as all that follows. */
  outcome: z.nullable(Outcome),
  /** Of an exit that waits: what it waits for, and what protects its positions meanwhile. */
  message: z.nullable(z.string()),
  /** Why it did not become an order, or what its user is asked: its message without the names of outcome and rule. */
  reason: z.nullable(z.string()),
  endedAt: z.nullable(z.iso.datetime()),
  /** The rule that refused it, if one did. */
  rule: z.nullable(z.enum(tracedRules)),
  /** If it waits for an approval, or is held: until when it can be approved or carried out. */
  answerBy: z.nullable(z.iso.datetime()),
})
export type AlertLine = z.infer<typeof AlertLine>
