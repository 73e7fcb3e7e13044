import { withRequestId } from '../../aws/log.ts'
import { env } from '../../../shared/platform/env.ts'
import { logAuthentication } from '../../logs/sign-in-log.ts'
import { requireEnv } from '../../aws/env.ts'
import { countInHour } from '../../aws/throttle.ts'
import { makeResetToken, sessionLimits } from '../../accounts/session-store.ts'
import { findUserByEmail } from '../../accounts/user-store.ts'
import { lastInHourEmail, mostInHour, notificationEmail, resetEmail } from '../../mails/messages.ts'
import { pauseLink } from '../../mails/pause-link.ts'
import { sendMail } from '../../mails/ses.ts'
import { noticesQueue } from '../../notifications/notifications-queue.ts'
import { EmailMessage } from '../../mails/start-mail.ts'

type AccountMessage = Extract<EmailMessage, { order: 'notice' }>

/**
 * By mail, to the address that the change concerns, a few times an hour of each kind: what comes often must not hide what is rare.
 * On the other channels as the user chose.
 */
const tellOwner = async ({ to, userId, at, notice }: AccountMessage) => {
  const link = await pauseLink(userId, Date.now())
  const sent = await countInHour(`mail ${notice.kind}`, to, at)
  const email = notificationEmail(notice, link, sent.now === 1 ? Math.max(0, sent.before - mostInHour) : 0)
  // Anyone may register with an address that is not theirs and log in again and again.
  if (sent.now <= mostInHour) await sendMail(to, email)
  if (sent.now === mostInHour + 1) await sendMail(to, lastInHourEmail(email.subject, link))
  const minute = Math.floor(at / 60_000)
  await noticesQueue.sendEvents(
    [
      {
        ...{ id: `${notice.kind}-${minute}`, type: 'account.changed', userId, at },
        data: { sentence: email.subject, path: '/dashboard/account' },
      },
    ],
    { except: 'mail' },
  )
}

/** Tells users about their accounts, by email or in their log. Lambda repeats a run that failed; a repeated reset link ends the one before it. */
export const handler = withRequestId(async (event: unknown) => {
  const order = EmailMessage.parse(event)
  if (order.order === 'notice') return tellOwner(order)
  const user = await findUserByEmail(order.email)
  if (!user) return
  if (order.order === 'failed-sign-in')
    return logAuthentication(user.id, 'Login failed: wrong password', { address: order.address })
  const token = await makeResetToken(user.id, Date.now())
  // Behind `#`: it is in no access log, and no page opened from there learns it.
  const link = `${requireEnv(env.siteOrigin)}/auth/change-password#token=${token}`
  await sendMail(user.email, resetEmail(link, sessionLimits.reset / 60))
  await logAuthentication(user.id, 'Password reset requested: link emailed')
})
