import * as z from 'zod/mini'
import { Mode, Role } from '../../shared/accounts/user.schema.ts'

/**
 * Events that the owner of an account must know about. They contain no secrets, because they wait in Lambda's queue.
 */
export const AccountNotification = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('password-changed') }),
  z.object({ kind: z.literal('email-changed'), from: z.string(), to: z.string() }),
  z.object({ kind: z.literal('role-changed'), role: Role }),
  z.object({ kind: z.literal('new-device'), address: z.string() }),
  z.object({ kind: z.literal('wrong-code'), address: z.string() }),
  z.object({ kind: z.literal('session-copied') }),
  z.object({ kind: z.literal('mode-changed'), mode: Mode }),
  z.object({ kind: z.literal('credentials-changed'), modes: z.array(Mode) }),
  z.object({ kind: z.literal('factor-added'), what: z.string() }),
  z.object({ kind: z.literal('factor-removed'), what: z.string() }),
  z.object({ kind: z.literal('factors-removed'), wasLive: z.boolean() }),
  z.object({ kind: z.literal('recovery-code-used'), left: z.number() }),
  z.object({ kind: z.literal('recovery-codes-made') }),
  z.object({ kind: z.literal('token-made'), name: z.string(), scopes: z.array(z.string()) }),
  z.object({ kind: z.literal('paused-by-link') }),
])
export type AccountNotification = z.infer<typeof AccountNotification>

/**
 * Instructions for the Lambda that sends emails about accounts. A reset link is created only when it is emailed, so
 * that no token waits in a queue. The Lambda also checks whether the address belongs to a user.
 */
export const EmailMessage = z.discriminatedUnion('order', [
  z.object({ order: z.literal('reset-link'), email: z.string() }),
  z.object({ order: z.literal('verify-email'), userId: z.string() }),
  z.object({ order: z.literal('failed-sign-in'), email: z.string(), address: z.string() }),
  z.object({
    order: z.literal('notice'),
    to: z.string(),
    userId: z.string(),
    /** When the event happened, in epoch milliseconds. */
    at: z.number(),
    notice: AccountNotification,
  }),
])
export type EmailMessage = z.infer<typeof EmailMessage>
