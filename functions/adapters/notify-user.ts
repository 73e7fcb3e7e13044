import { describeError, log } from '../lib/log.ts'
import { sendMail } from '../mails/ses.ts'
import { getUser } from '../stores/users.ts'
import type { Notice } from '../trading/ports.ts'

/** Mails a user. What cannot be mailed is logged for the operator: mail never stands in the way of a trade. */
export const notifyUser = async ({ userId, subject, text }: Notice): Promise<void> => {
  try {
    const user = await getUser(userId)
    if (user) await sendMail(user.email, { subject, text })
  } catch (error) {
    log('error', 'a notice could not be mailed', { userId, subject, error: describeError(error) })
  }
}
