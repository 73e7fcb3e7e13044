import * as z from 'zod/mini'
import { Mode } from '../accounts/user.schema.ts'

const seconds = z.number()
const milliseconds = z.number()

/** A user as admins see them. The email address is null if the user was deleted. */
const Who = { userId: z.string(), email: z.nullable(z.string()), mode: Mode }

/** The System page: what an operator checks first. */
export const SystemState = z.object({
  version: z.string(),
  /** Accepted alerts that have no outcome yet, or whose order is still being looked up. */
  alerts: z.object({
    open: z.number(),
    oldest: seconds,
    /** Accounts with open alerts. The account with the oldest alert comes first. */
    accounts: z.array(z.object({ ...Who, open: z.number(), oldest: seconds })),
  }),
  /** Null if there are no alarms, as on a developer's machine. */
  alarms: z.nullable(
    z.array(z.object({ name: z.string(), isRinging: z.boolean(), since: z.nullable(z.iso.datetime()) })),
  ),
  /** The canary's last call to the webhook; null before the first call. */
  canary: z.nullable(
    z.object({
      at: z.iso.datetime(),
      isWell: z.boolean(),
      took: milliseconds,
      problem: z.string(),
      certificateEnds: z.nullable(z.iso.datetime()),
    }),
  ),
  /** Number of requests to IG other than orders in the last minute, by account. */
  allowances: z.array(
    z.object({
      ...Who,
      accountId: z.string(),
      lastMinute: z.number(),
      /** Until when IG refuses requests; `closedCode` is IG's error code. */
      closedUntil: z.nullable(z.iso.datetime()),
      closedCode: z.nullable(z.string()),
    }),
  ),
  paused: z.array(z.object({ ...Who, since: z.iso.datetime(), reason: z.string() })),
})
export type SystemState = z.infer<typeof SystemState>

/** An admin's request to pause or resume trading for other users. */
export const PauseOfOthers = z.object({
  /** ID or email address of a user. Default: all users. */
  user: z.optional(z.string().check(z.trim(), z.minLength(1, 'Enter a user'), z.maxLength(254))),
  paused: z.boolean(),
  reason: z._default(z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters')), ''),
})
