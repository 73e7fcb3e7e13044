import * as z from 'zod/mini'
import { Mode } from '../accounts/user.schema.ts'
import { Outcome } from '../trading/model/outcome.schema.ts'
import { tracedRules } from '../trading/model/rule-names.ts'
import { alertStates } from '../alerts/alert-state.ts'

/** An alert in a list. `getAlert` returns the details. */
export const AlertLine = z.object({
  alertId: z.string(),
  mode: Mode,
  state: z.enum(alertStates),
  action: z.string(),
  /** TradingView’s name for the market. */
  market: z.string(),
  /** The broker's name for the instrument, such as Tesco PLC; missing if the name was not read for this alert. */
  name: z.optional(z.string()),
  strategy: z.nullable(z.string()),
  acceptedAt: z.iso.datetime(),
  /** Null until the alert is decided, like the fields below. */
  outcome: z.nullable(Outcome),
  /** For a waiting exit, the message says what the exit waits for and what protects its positions meanwhile. */
  message: z.nullable(z.string()),
  /**
   * Why the alert did not become an order, or the question to the user. This is `message` without the names of outcome
   * and rule.
   */
  reason: z.nullable(z.string()),
  endedAt: z.nullable(z.iso.datetime()),
  rule: z.nullable(z.enum(tracedRules)),
  /** Only for an alert that waits for approval or is held: until when it can be approved or carried out. */
  answerBy: z.nullable(z.iso.datetime()),
})
export type AlertLine = z.infer<typeof AlertLine>
