import { accounts } from '../../../../shared/contract/accounts.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { getUser, markEmailVerified } from '../../../accounts/user-store.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { logAuthentication } from '../../../logs/sign-in-log.ts'
import { emailedLinkDays } from '../../../../shared/accounts/emailed-link-days.ts'
import { readEmailToken } from '../../../mails/email-link.ts'

/** Needs no session, because the link may be opened on another device. */
export const handler = endpoint(accounts, 'verifyEmail', async ({ request }) => {
  const token = await readEmailToken(request.token, Date.now())
  const user = token && (await getUser(token.userId))
  if (!user || !token.isFor(user.email))
    throw new VisibleError(
      'INVALID_LINK',
      `This link is invalid, more than ${emailedLinkDays} days old, or for another address`,
    )
  if (await markEmailVerified(user))
    await logAuthentication(user.id, `Email address confirmed: ${user.email}`)
  return { message: 'Your email address is confirmed' }
})
