import { accounts } from '../../../../shared/contract/accounts.ts'
import { notSignedIn } from '../../../http/caller.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { hasFactor, readFactors } from '../../../accounts/factor-store.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { readPasswordHash } from '../../../accounts/password-store.ts'
import { checkPassword } from '../../../accounts/passwords.ts'
import { proveByCode, wrongCode } from '../../../accounts/prove-by-code.ts'
import { noteProof } from '../../../accounts/session-store.ts'
import { getUser } from '../../../accounts/user-store.ts'
import { admitTry, forgetTries, throttles } from '../../../aws/throttle.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { logAuthentication } from '../../../logs/sign-in-log.ts'
import { startAccountNotification } from '../../../mails/start-mail.ts'

/** A user with a second factor must use it, because someone else may know the password. */
export const handler = endpoint(
  accounts,
  'stepUp',
  async ({ request: { password, code }, caller: { userId, sessionId } }) => {
    const now = Date.now()
    // Attempts are counted per session, so that one session cannot use up the attempts of another.
    const whose = `step-up ${userId} ${sessionId}`
    await admitTry(throttles.codes, whose, now)
    const factors = await readFactors(userId)
    const proof = hasFactor(factors)
      ? await proveByCode(userId, factors, code ?? '', now)
      : (await isPassword(userId, password))
        ? 'password'
        : null
    if (proof === null) {
      await logAuthentication(userId, 'Someone logged in as you failed an identity check')
      throw hasFactor(factors) ? wrongCode() : wrongPassword()
    }
    if (!(await noteProof({ userId, sessionId }, proof, now))) throw notSignedIn()
    await forgetTries(throttles.codes, whose)
    const user = proof === 'recovery-code' ? await getUser(userId) : null
    if (user)
      await startAccountNotification(user, { kind: 'recovery-code-used', left: factors.recovery.length - 1 })
    return { message: 'Confirmed' }
  },
  findCaller,
)

const isPassword = async (userId: string, password = '') =>
  (await checkPassword(password, await readPasswordHash(userId))).right

const wrongPassword = () => {
  const problem = 'This is not your current password'
  return new VisibleError('INVALID_CODE', problem, { password: problem })
}
