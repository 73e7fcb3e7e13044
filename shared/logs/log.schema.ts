import * as z from 'zod/mini'
import { logFilters, logTypes } from './log-types.ts'
import { Mode } from '../accounts/user.schema.ts'
import { Outcome, StepInWords } from '../trading/model/outcome.schema.ts'
import type { TraceStep } from '../trading/rules/trace.ts'

export const LogType = z.enum(logTypes)
export type LogType = z.infer<typeof LogType>

export const LogFilter = z.enum(logFilters)
export type LogFilter = z.infer<typeof LogFilter>

const texts = z.readonly(z.array(z.string()))
/** Facts by name. They are shown and used for nothing else. */
const facts = z.record(z.string(), z.unknown())

const AlertSummary = z.object({
  action: z.string(),
  market: z.string(),
  price: z.nullable(z.string()),
  firedAt: z.nullable(z.string()),
})

export const UnderstoodAlert = z.extend(AlertSummary, {
  acceptedAt: z.string(),
  id: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  strategy: z.optional(z.string()),
  /** The change of the strategy's position, as text. */
  change: z.optional(z.string()),
  others: z.optional(facts),
})
export type UnderstoodAlert = z.infer<typeof UnderstoodAlert>

/** The order of an alert that has ended, and the broker's answers. */
export const OutcomeDetails = z.object({
  /** The broker's name for the instrument, if it was read. */
  name: z.optional(z.string()),
  order: z.optional(facts),
  dealReference: z.optional(z.string()),
  brokerReference: z.optional(z.string()),
  dealIds: z.optional(texts),
  openDealIds: z.optional(texts),
  closedFirst: z.optional(texts),
  brokerReason: z.optional(z.string()),
  unreadable: z.optional(z.string()),
  /** Only for an alert that waits for approval or is held: until when it can be carried out. */
  answerBy: z.optional(z.string()),
  /** The ID of the earlier alert that this alert carries out. */
  confirms: z.optional(z.string()),
  proposedBy: z.optional(z.string()),
  /** The durations of the alert's phases; see `Phases`. */
  phases: z.optional(z.readonly(z.array(z.number()))),
  /** Number of requests to the broker. */
  requests: z.optional(z.number()),
})
export type OutcomeDetails = z.infer<typeof OutcomeDetails>

/** What an entry adds to its message, by the kind of entry. */
export const LogExtra = z.discriminatedUnion('kind', [
  z.extend(OutcomeDetails, {
    kind: z.literal('outcome'),
    alertId: z.string(),
    outcome: Outcome,
    trace: z.array(StepInWords),
    /** Why the alert had this outcome; see `reasonOf`. */
    reason: z.optional(z.string()),
    alert: UnderstoodAlert,
  }),
  /** A later event of an alert or its order. */
  z.object({
    kind: z.literal('alert'),
    alertId: z.string(),
    dealId: z.optional(z.string()),
    dealReference: z.optional(z.string()),
    dealIds: z.optional(texts),
    /** Deal references of orders that an exit waits for. */
    awaits: z.optional(texts),
    trace: z.optional(z.array(StepInWords)),
    /** Whether the user found the deal open at the broker. */
    verdict: z.optional(z.enum(['OPEN', 'NOT_OPEN'])),
  }),
  /**
   * A later message about an alert's outcome. It corrects the previous message if `corrects` is set; otherwise the
   * previous message is still valid.
   */
  z.object({
    kind: z.literal('correction'),
    alertId: z.string(),
    dealId: z.nullable(z.string()),
    dealReference: z.optional(z.string()),
    corrects: z.optional(z.string()),
  }),
  /** An alert that was ignored as a duplicate, because it has the ID of an earlier alert. */
  z.object({
    kind: z.literal('ignored'),
    alertId: z.string(),
    id: z.nullable(z.string()),
    refused: AlertSummary,
    first: AlertSummary,
  }),
  /** A received text that is not a valid alert, with its problems by field. */
  z.object({
    kind: z.literal('unreadable'),
    problems: z.record(z.string(), z.string()),
    received: z.nullable(z.string()),
  }),
  /** An alert with a webhook secret that its user has replaced. */
  z.object({ kind: z.literal('old secret'), retiredAt: z.string() }),
  z.object({ kind: z.literal('session'), address: z.optional(z.string()), how: z.optional(z.string()) }),
  /** Records that an API token was created, used or revoked. */
  z.object({
    kind: z.literal('token'),
    tokenId: z.string(),
    token: z.optional(z.string()),
    request: z.optional(z.string()),
    status: z.optional(z.number()),
    code: z.optional(z.string()),
    call: z.optional(z.number()),
  }),
  z.object({ kind: z.literal('note'), facts }),
])
export type LogExtra = z.infer<typeof LogExtra>

type WithFacts<Extra> = {
  readonly [Name in keyof Extra]: Name extends 'trace' ? readonly TraceStep[] : Extra[Name]
}
/** `LogExtra` as it is stored. Its trace consists of facts instead of text. */
export type KeptLogExtra = WithFacts<LogExtra>

export const LogEntry = z.object({
  id: z.string(),
  type: LogType,
  /** The alert's mode, or the user's mode if the entry is not about an alert. */
  mode: Mode,
  createdAt: z.iso.datetime(),
  message: z.string(),
  description: z.optional(z.string()),
  extra: z.optional(LogExtra),
})
export type LogEntry = z.infer<typeof LogEntry>
