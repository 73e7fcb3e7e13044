import { logAuthentication } from '../lib/auth-log.ts'
import { endpoint } from '../lib/endpoint.ts'
import { hashPassword } from '../lib/passwords.ts'
import { invalidResetToken } from '../lib/reset-token.ts'
import { startNotice } from '../mails/start-mail.ts'
import { endAllSessions, useResetToken } from '../stores/sessions.ts'
import { forgetTries, throttles } from '../stores/throttles.ts'
import { getUser, updateUserFields } from '../stores/users.ts'

/**
 * The token is used up before the hash is made: of many at once one makes a hash. The password is written before the
 * sessions end, so that a sign-in with the old one that is under way finds it changed.
 */
export const handler = endpoint('changePassword', async ({ request }) => {
  const userId = await useResetToken(request.token, Date.now())
  const user = userId && (await getUser(userId))
  if (!user) throw invalidResetToken()
  if (!(await updateUserFields(user.id, { passwordHash: await hashPassword(request.newPassword) })))
    throw invalidResetToken()
  await endAllSessions(user.id)
  await Promise.all([
    forgetTries(throttles.account, user.email),
    logAuthentication(user.id, 'Password changed by a reset link; every session was signed out'),
    startNotice(user, { kind: 'password-changed' }),
  ])
  return { message: 'Password changed' }
})
