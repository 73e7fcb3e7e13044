import { env } from '../../shared/platform/env.ts'
import { describeError, log } from '../aws/log.ts'
import { startJob } from '../aws/start-job.ts'
import type { AccountNotification, EmailMessage } from './email-message.ts'

/** Sends an email in the background, so that the caller's response time reveals nothing. */
export const startMail = (order: EmailMessage) => startJob(env.mailFunctionName, order)

/** Emails a link that confirms a user's address. The user can request another. */
export const startVerification = (userId: string) =>
  startOrLog({ order: 'verify-email', userId }, 'verification email not sent', { userId })

/** Logs a failed login for the owner of this address. Does the same work if there is no owner, so that timing reveals nothing. */
export const startFailedSignIn = (email: string, address: string) =>
  startOrLog({ order: 'failed-sign-in', email, address }, 'failed login not logged')

/**
 * Notifies a user of an event of their account, by email and on their other channels. A failure to notify does not undo the
 * event.
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
