import { env } from '../../shared/platform/env.ts'
import { describeError, log } from '../aws/log.ts'
import { startJob } from '../aws/start-job.ts'
import type { AccountNotification, EmailMessage } from './email-message.ts'

/** Starts an email in the background, so that the response time of the call reveals nothing. */
export const startMail = (order: EmailMessage) => startJob(env.mailFunctionName, order)

/** Emails a link that confirms a user's address. If the email fails, the user can request another one. */
export const startVerification = (userId: string) =>
  startOrLog({ order: 'verify-email', userId }, 'verification email not sent', { userId })

/**
 * Logs a failed login for the owner of this address. Does the same work if the address has no owner, so that the
 * response time reveals nothing.
 */
export const startFailedSignIn = (email: string, address: string) =>
  startOrLog({ order: 'failed-sign-in', email, address }, 'failed login not logged')

/**
 * Notifies a user of an event of the user's account, by email and on other channels. If the notification fails, the
 * event still takes effect.
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
