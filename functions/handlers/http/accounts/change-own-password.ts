import { accounts } from '../../../../shared/contract/accounts.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { hasFactor, readFactors } from '../../../accounts/factor-store.ts'
import { sessionStart } from '../../../accounts/sign-in.ts'
import { checkPassword, hashPassword } from '../../../accounts/passwords.ts'
import { putPasswordHash, readPasswordHash } from '../../../accounts/password-store.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { endAllSessions, sessionLimits } from '../../../accounts/session-store.ts'
import { beginSession } from '../../../accounts/session-tokens.ts'
import { getUser } from '../../../accounts/user-store.ts'
import { admitTry, forgetTries, throttles } from '../../../aws/throttle.ts'
import { sessionCookies } from '../../../http/cookies.ts'
import { refuseBadPassword } from '../../../accounts/breached-password.ts'
import { endpoint, Reply } from '../../../http/endpoint.ts'
import { logAuthentication } from '../../../logs/sign-in-log.ts'
import { startAccountNotification } from '../../../mails/start-mail.ts'

/**
 * Requires the current password, so that someone who finds a logged-in browser cannot take over the account. Guesses
 * are slowed down as at login. All other browsers are logged out. The browser that makes the change gets a new session.
 */
export const handler = endpoint(
  accounts,
  'changeOwnPassword',
  async ({ request: { currentPassword, newPassword }, caller, event }) => {
    const { userId } = caller
    const now = Date.now()
    const whose = `own-password ${userId}`
    await admitTry(throttles.account, whose, now)
    const user = await getUser(userId)
    // With a second factor, the current password alone is not enough.
    const isFactorAsked = hasFactor(await readFactors(userId))
    if (isFactorAsked) await caller.requireProof()
    const hash = await readPasswordHash(userId)
    if (!user || !(await checkPassword(currentPassword, hash)).right) throw wrongPassword()
    await refuseBadPassword(newPassword, user, 'new_password')
    await putPasswordHash(userId, await hashPassword(newPassword))
    await endAllSessions(userId, Date.now())
    const tokens = await beginSession(userId, Date.now(), {
      ...sessionStart(event, isFactorAsked ? caller.provedBy : 'password'),
      ...(isFactorAsked ? { provedAt: caller.provedAt } : {}),
    })
    await Promise.all([
      forgetTries(throttles.account, whose),
      logAuthentication(userId, 'Password changed; all other sessions were logged out'),
      startAccountNotification(user, { kind: 'password-changed' }),
    ])
    return new Reply(
      { message: 'Password changed' },
      { cookies: sessionCookies(tokens, sessionLimits.refresh) },
    )
  },
  findProvableCaller,
)

const wrongPassword = () => {
  const problem = 'Wrong current password'
  return new VisibleError('INVALID_REQUEST', problem, { current_password: problem })
}
