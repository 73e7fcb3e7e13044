import { describeError, log } from '../aws/log.ts'
import { getUser } from '../accounts/user-store.ts'
import type { Notice } from '../trading/ports.ts'

/** Mails a user. What cannot be mailed is logged for the operator: mail never stands in the way of a trade. */
export const notifyUser = async ({ userId, subject, text }: Notice): Promise<void> => {
  try {
    // Few alerts end with a mail: its client is loaded when first needed.
    const [user, { sendMail }] = await Promise.all([getUser(userId), import('../mails/ses.ts')])
    if (user) await sendMail(user.email, { subject, text })
  } catch (error) {
    log('error', 'a notice could not be mailed', { userId, subject, error: describeError(error) })
  }
}
