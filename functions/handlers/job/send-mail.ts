import { withRequestId } from '../../aws/log.ts'
import { env } from '../../../shared/platform/env.ts'
import { logAuthentication } from '../../logs/sign-in-log.ts'
import { requireEnv } from '../../aws/env.ts'
import { countIn } from '../../aws/throttle.ts'
import { sessionLimits } from '../../accounts/session-store.ts'
import { makeResetToken } from '../../accounts/once-tokens.ts'
import { normalised } from '../../../shared/accounts/normalised.ts'
import { findUserByEmail, getUser, type StoredUser } from '../../accounts/user-store.ts'
import { emailLink } from '../../mails/email-link.ts'
import {
  lastInHourEmail,
  mostInHour,
  notificationEmail,
  resetEmail,
  verificationEmail,
} from '../../mails/messages.ts'
import { pauseLink } from '../../mails/pause-link.ts'
import { sendMail } from '../../mails/ses.ts'
import { notificationsQueue } from '../../notifications/notifications-queue.ts'
import { EmailMessage } from '../../mails/email-message.ts'

type AccountMessage = Extract<EmailMessage, { order: 'notice' }>

/**
 * Notifies the owner of an account by email and on the channels that the owner chose. Each kind of email has an hourly
 * limit, so that frequent emails do not hide rare ones.
 */
const notifyOwner = async ({ to, userId, at, notice }: AccountMessage) => {
  const link = await pauseLink(userId, Date.now())
  const sent = await countIn('hour', `mail ${notice.kind}`, to, at)
  const email = notificationEmail(notice, link, sent.now === 1 ? Math.max(0, sent.before - mostInHour) : 0)
  for (const address of await addressesOf(userId, to, at)) {
    if (sent.now <= mostInHour) await sendMail(address, email)
    if (sent.now === mostInHour + 1) await sendMail(address, lastInHourEmail(email.subject, link))
  }
  const minute = Math.floor(at / 60_000)
  await notificationsQueue.sendEvents(
    [
      {
        id: `${notice.kind}-${minute}`,
        type: 'account.changed',
        userId,
        at,
        data: { sentence: email.subject, path: '/dashboard/account' },
      },
    ],
    { except: 'mail' },
  )
}

/**
 * Returns the addresses for emails about an account. The account's own address is omitted while it is unconfirmed,
 * because anyone may register with a stranger's address. For a week after an admin changed the address, the previous
 * address is included.
 */
const addressesOf = async (userId: string, to: string, at: number): Promise<readonly string[]> => {
  const user = await getUser(userId)
  const isUnverified = user?.emailUnverified && normalised(user.email) === normalised(to)
  const { email = to, until = 0 } = user?.formerEmail ?? {}
  return [...new Set([...(isUnverified ? [] : [to]), ...(at / 1000 < until ? [email] : [])])]
}

const verifyEmail = async (userId: string) => {
  const user = await getUser(userId)
  if (!user?.emailUnverified) return
  await sendMail(user.email, verificationEmail(await emailLink(user.id, user.email, Date.now())))
  await logAuthentication(user.id, `Link to confirm your email address sent to ${user.email}`)
}

/** Maximum number of reset links per day for an unconfirmed address. */
const mostResetLinks = 3

/**
 * How many reset links the address may still get today, including this one. Only an unconfirmed address has a limit,
 * because it may be a stranger's.
 */
const resetLinksLeft = async ({ email, emailUnverified }: StoredUser, now: number) =>
  emailUnverified ? mostResetLinks + 1 - (await countIn('day', 'reset-link', email, now)).now : Infinity

/**
 * Notifies users about their accounts, by email or in their log. Lambda retries a failed run. If a reset link is sent
 * again, the previous link becomes invalid.
 */
export const handler = withRequestId(async (event: unknown) => {
  const order = EmailMessage.parse(event)
  if (order.order === 'notice') return notifyOwner(order)
  if (order.order === 'verify-email') return verifyEmail(order.userId)
  const user = await findUserByEmail(order.email)
  if (!user) return
  if (order.order === 'failed-sign-in')
    return logAuthentication(user.id, 'Login failed: wrong password', {
      kind: 'note',
      facts: { address: order.address },
    })
  const left = await resetLinksLeft(user, Date.now())
  if (left < 1) return
  const token = await makeResetToken(user.id, Date.now())
  // The token is after `#`, so that it is in no access log and not visible to other sites that the page links to.
  const link = `${requireEnv(env.siteOrigin)}/auth/change-password#token=${token}`
  await sendMail(user.email, resetEmail(link, sessionLimits.reset / 60, left === 1))
  await logAuthentication(user.id, 'Password reset requested: link emailed')
})
