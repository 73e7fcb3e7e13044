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
export const startVerification = (userId: string) =>
  startOrLog({ order: 'verify-email', userId }, 'verification email not sent', { userId })

/** Has a failed login noted in the log of this address’s owner: the same work if there is none. */
export const startFailedSignIn = (email: string, address: string) =>
  startOrLog({ order: 'failed-sign-in', email, address }, 'failed login not logged')

/**
 * Tells someone what happened to their account, by email and on their other channels. It has happened already, so trouble
 * with telling it undoes nothing.
 */
export const startAccountNotification = (
  { id, email }: { readonly id: string; readonly email: string },
  notice: AccountNotification,
) =>
  startOrLog({ order: 'notice', to: email, userId: id, at: Date.now(), notice }, 'account email not sent', {
    kind: notice.kind,
  })

const startOrLog = async (order: EmailMessage, words: string, fields: Record<string, unknown> = {}) => {
  try {
    await startMail(order)
  } catch (error) {
    log('error', words, { ...fields, error: describeError(error) })
  }
}
