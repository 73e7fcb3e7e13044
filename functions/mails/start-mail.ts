import { env } from '../../shared/platform/env.ts'
import { describeError, log } from '../aws/log.ts'
import { startJob } from '../aws/start-job.ts'
import type { AccountNotification, EmailMessage } from './email-message.ts'

/** Has an email sent in the background: anyone who waits for this learns nothing from how long it takes. */
export const startMail = (order: EmailMessage) => startJob(env.mailFunctionName, order)

/** Has a link emailed that confirms a user’s address. They can ask for another. */
export const startVerification = (userId: string) =>
  startOrLog({ order: 'verify-email', userId }, 'verification email not sent', { userId })

/** Logs a failed login for the owner of this address. Does the same work if there is no owner, so that timing reveals nothing. */
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
