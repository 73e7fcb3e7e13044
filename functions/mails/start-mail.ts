import * as z from 'zod/mini'
import { env } from '../../shared/platform/env.ts'
import { describeError, log } from '../aws/log.ts'
import { startJob } from '../aws/start-job.ts'
import { AccountNotification } from './messages.ts'

/**
 * What users must be notified about their accounts. A reset link is made where it is emailed, so that no token ever waits
 * in a queue; whether an address is also anybody's is looked up there.
 */
export const EmailMessage = z.discriminatedUnion('order', [
  z.object({ order: z.literal('reset-link'), email: z.string() }),
  z.object({ order: z.literal('verify-email'), userId: z.string() }),
  z.object({ order: z.literal('failed-sign-in'), email: z.string(), address: z.string() }),
  z.object({
    order: z.literal('notice'),
    to: z.string(),
    userId: z.string(),
    /** Epoch milliseconds. */
    at: z.number(),
    notice: AccountNotification,
  }),
])
export type EmailMessage = z.infer<typeof EmailMessage>

/** Has an email sent in the background: anyone who waits for this learns nothing from how long it takes. */
export const startMail = (order: EmailMessage) => startJob(env.mailFunctionName, order)

/** Has a link emailed that confirms a user’s address. They can ask for another. */
export const startVerification = async (userId: string) => {
  try {
    await startMail({ order: 'verify-email', userId })
  } catch (error) {
    log('error', 'verification email not sent', { userId, error: describeError(error) })
  }
}

/** Has a failed login noted in the log of this address’s owner: the same work where there is none. */
export const startFailedSignIn = async (email: string, address: string) => {
  try {
    await startMail({ order: 'failed-sign-in', email, address })
  } catch (error) {
    log('error', 'failed login not logged', { error: describeError(error) })
  }
}

/**
 * Tells someone what happened to their account, by email and on their other channels. It has happened already, so trouble
 * with telling it undoes nothing.
 */
export const startAccountNotification = async (
  { id, email }: { readonly id: string; readonly email: string },
  notice: AccountNotification,
) => {
  try {
    await startMail({ order: 'notice', to: email, userId: id, at: Date.now(), notice })
  } catch (error) {
    log('error', 'account email not sent', { kind: notice.kind, error: describeError(error) })
  }
}
