import { VisibleError } from '../../shared/error.ts'
import { viewerAddress } from '../lib/address.ts'
import { logAuthentication } from '../lib/auth-log.ts'
import { sessionCookies } from '../lib/cookies.ts'
import { endpoint, Reply } from '../lib/endpoint.ts'
import { checkPassword, hashPassword } from '../lib/passwords.ts'
import { userView } from '../lib/user-view.ts'
import { beginSession, sessionLimits } from '../stores/sessions.ts'
import { countTry, forgetTries, refuseIfWaiting, throttles } from '../stores/throttles.ts'
import { findUserByEmail, getRoster, normalised, roleIn, updateUserFields } from '../stores/users.ts'

/** Unknown address and wrong password: the same work, the same answer. */
export const handler = endpoint('login', async ({ request, event }) => {
  const now = Date.now()
  const address = viewerAddress(event)
  const account = normalised(request.email)
  await refuseIfWaiting(throttles.address, address, now)
  await refuseIfWaiting(throttles.account, account, now)

  const user = await findUserByEmail(request.email)
  const { right, outdated } = await checkPassword(request.password, user?.passwordHash ?? null)
  if (!user || !right) {
    await Promise.all([countTry(throttles.account, account, now), countTry(throttles.address, address, now)])
    if (user) await logAuthentication(user.id, 'Sign-in failed: wrong password', { address })
    throw new VisibleError('INVALID_CREDENTIALS', 'Invalid email address or password')
  }

  const role = roleIn(await getRoster(), user.id)
  const lastLogin = new Date(now).toISOString()
  const [tokens] = await Promise.all([
    beginSession({ userId: user.id, email: user.email, role }, now),
    updateUserFields(user.id, {
      lastLogin,
      ...(outdated ? { passwordHash: await hashPassword(request.password) } : {}),
    }),
    forgetTries(throttles.account, account),
    logAuthentication(user.id, 'Signed in', { address }),
  ])
  return new Reply(await userView({ ...user, lastLogin }, role), {
    cookies: sessionCookies(tokens, sessionLimits.refresh),
  })
})
