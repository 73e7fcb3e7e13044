import { accounts } from '../../../../shared/contract/accounts.ts'
import { logAuthentication } from '../../../logs/sign-in-log.ts'
import { endpoint, Reply } from '../../../http/endpoint.ts'
import { deviceCookie, knownDevice, mailDevice } from '../../../accounts/known-device.ts'
import { refuseBadPassword } from '../../../accounts/breached-password.ts'
import { hashPassword } from '../../../accounts/passwords.ts'
import { invalidResetToken } from '../../../accounts/reset-token.ts'
import { startAccountNotification } from '../../../mails/start-mail.ts'
import { endAllSessions } from '../../../accounts/session-store.ts'
import { ownerOfResetToken, useResetToken } from '../../../accounts/once-tokens.ts'
import { forgetTries, throttles } from '../../../aws/throttle.ts'
import { putPasswordHash } from '../../../accounts/password-store.ts'
import { getUser, markEmailVerified } from '../../../accounts/user-store.ts'

/**
 * The token is used before the password is hashed, so that only one of several simultaneous calls computes a hash. The
 * password is written before the sessions end, so that a login in progress with the old password fails.
 */
export const handler = endpoint(accounts, 'changePassword', async ({ request, event }) => {
  const ownerId = await ownerOfResetToken(request.token, Date.now())
  const user = ownerId && (await getUser(ownerId))
  if (!user) throw invalidResetToken()
  // The password is checked before the token is used, so that the user can choose another password.
  await refuseBadPassword(request.newPassword, user, 'new_password')
  if (!(await useResetToken(request.token, Date.now()))) throw invalidResetToken()
  // The link was sent to this address, so the address is verified.
  await markEmailVerified(user)
  await putPasswordHash(user.id, await hashPassword(request.newPassword))
  await endAllSessions(user.id, Date.now())
  await Promise.all([
    forgetTries(throttles.account, user.email),
    logAuthentication(user.id, 'Password changed with a reset link; all sessions were logged out'),
    startAccountNotification(user, { kind: 'password-changed' }),
  ])
  // A user who opened the emailed link owns the account, so other people's guesses must not lock this browser out.
  const device = await knownDevice(event, user.email)
  return new Reply(
    { message: 'Password changed' },
    { cookies: [await deviceCookie(user.email, device ?? mailDevice)] },
  )
})
