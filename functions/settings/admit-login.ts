import type { Mode } from '../../shared/accounts/user.ts'
import { admitTry, throttles } from '../aws/throttle.ts'

/**
 * Each new login is one that IG is asked about, whatever asks: counted first, by user and by login at IG, so that no user
 * finds out a password of someone else's here.
 * @throws VisibleError TOO_MANY_ATTEMPTS
 */
export const admitLogin = async (userId: string, mode: Mode, username: string, now: number) => {
  await admitTry(throttles.brokerUser, userId, now)
  await admitTry(throttles.brokerLogin, `${mode} ${username}`, now)
}
