import * as z from 'zod/mini'
import { Mode } from '../accounts/user.schema.ts'

const seconds = z.number()
const milliseconds = z.number()

/** A user as an admin knows them; the address is null once the user is gone. */
const Who = { userId: z.string(), email: z.nullable(z.string()), mode: Mode }

/** What an operator asks first. */
export const SystemState = z.object({
  version: z.string(),
  /** Accepted alerts that have no outcome yet, or whose order is still looked up. */
  alerts: z.object({
    open: z.number(),
    oldest: seconds,
    /** By account, the one whose alert has waited longest first: its alerts wait behind each other. */
    accounts: z.array(z.object({ ...Who, open: z.number(), oldest: seconds })),
  }),
  /** null: there are none to ask, as on a developer's machine. */
  alarms: z.nullable(
    z.array(z.object({ name: z.string(), isRinging: z.boolean(), since: z.nullable(z.iso.datetime()) })),
  ),
  /** The last call of the webhook from outside; null before the first. */
  canary: z.nullable(
    z.object({
      at: z.iso.datetime(),
      isWell: z.boolean(),
      took: milliseconds,
      problem: z.string(),
      certificateEnds: z.nullable(z.iso.datetime()),
    }),
  ),
  /** Requests to IG that do not trade, by account, in the last minute. */
  allowances: z.array(
    z.object({
      ...Who,
      accountId: z.string(),
      lastMinute: z.number(),
      /** The time until which IG refuses requests, and its error code. */
      closedUntil: z.nullable(z.iso.datetime()),
      closedCode: z.nullable(z.string()),
    }),
  ),
  /** Users whom an admin paused. */
  paused: z.array(z.object({ ...Who, since: z.iso.datetime(), reason: z.string() })),
})
export type SystemState = z.infer<typeof SystemState>

/** Whose trading an admin pauses or resumes. */
export const PauseOfOthers = z.object({
  /** Id or mail address; left out: everyone. */
  user: z.optional(z.string().check(z.trim(), z.minLength(1, 'Enter a user'), z.maxLength(254))),
  paused: z.boolean(),
  /** The reason shown to the users. */
  reason: z._default(z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters')), ''),
})
