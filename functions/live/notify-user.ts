import { describeError, log } from '../aws/log.ts'
import { randomUUID } from 'node:crypto'
import { takeLease } from '../aws/lease.ts'
import { getUser } from '../accounts/user-store.ts'
import type { Notice } from '../trading/ports.ts'

/** Mails a user. What cannot be mailed is logged for the operator: mail never stands in the way of a trade. */
export const notifyUser = async ({ userId, subject, text, onceADay }: Notice): Promise<void> => {
  try {
    if (onceADay !== undefined && !(await isFirstToday(`${userId}#${onceADay}`))) return
    // Few alerts end with a mail: its client is loaded when first needed.
    const [user, { sendMail }] = await Promise.all([getUser(userId), import('../mails/ses.ts')])
    if (user) await sendMail(user.email, { subject, text })
  } catch (error) {
    log('error', 'a notice could not be mailed', { userId, subject, error: describeError(error) })
  }
}

const day = 86_400_000

const isFirstToday = async (what: string): Promise<boolean> => {
  const now = Date.now()
  const lease = await takeLease({
    table: 'brokerCache',
    key: { pk: `told#${what}` },
    holder: randomUUID(),
    now,
    milliseconds: day,
    expiresAt: Math.floor((now + day) / 1000),
  })
  return lease !== null
}
