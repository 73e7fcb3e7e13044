import { VisibleError } from '../../../shared/error.ts'
import * as operatorLines from '../../../shared/operator-lines.ts'
import { addressBlock, viewerAddress } from '../../http/client-address.ts'
import { logAuthentication } from '../../logs/sign-in-log.ts'
import { cookieNames, readCookie, sessionCookies } from '../../http/cookies.ts'
import { endpoint, Reply } from '../../http/endpoint.ts'
import { deviceCookie, knownDevice } from '../../accounts/known-device.ts'
import { log } from '../../aws/log.ts'
import { checkPassword, hashPassword } from '../../accounts/passwords.ts'
import { userView } from '../../accounts/user-view.ts'
import { startFailedSignIn, startNotice } from '../../mails/start-mail.ts'
import { beginSession, endSession, sessionLimits } from '../../accounts/session-store.ts'
import { admitTry, forgetTries, takeBackTry, throttles } from '../../aws/throttle.ts'
import { readPasswordHash, replacePasswordHash, type StoredHash } from '../../accounts/password-store.ts'
import { findUserByEmail, getAdminRegistry, updateUserFields } from '../../accounts/user-store.ts'

/** Unknown address and wrong password: the same work, the same answer. */
export const handler = endpoint('login', async ({ request, event }) => {
  const now = Date.now()
  const address = viewerAddress(event)
  const block = addressBlock(address)
  // A browser that is known has tries of its own: anyone who guesses from the same address does not keep it out.
  const device = await knownDevice(event, request.email)
  if (!device) await admitTry(throttles.address, block, now)
  const account = device ? `${request.email} ${device}` : request.email
  await admitTry(throttles.account, account, now)

  const user = await findUserByEmail(request.email)
  const stored = await readPasswordHash(user?.id ?? 'nobody')
  const { right, outdated } = await checkPassword(request.password, stored?.hash ?? null)
  if (!user || !stored || !right) {
    log('warn', operatorLines.userSignInFailed, { address })
    await startFailedSignIn(request.email, address)
    throw wrongCredentials()
  }
  const tokens = await beginSession(user.id, now)
  const current = await readPasswordHash(user.id)
  // Changed or deleted while we were at it: anyone who did that ended the sessions before this one was there.
  if (
    current?.hash !== stored.hash &&
    !(await checkPassword(request.password, current?.hash ?? null)).right
  ) {
    await endSession([tokens.access])
    throw wrongCredentials()
  }
  // Anyone who signs in again in this browser has no use for what it was signed in with before.
  await endSession([readCookie(event, cookieNames().refresh), readCookie(event, cookieNames().access)])
  const lastLogin = new Date(now).toISOString()
  await Promise.all([
    updateUserFields(user.id, { lastLogin }),
    ...(outdated || stored.isInProfile
      ? [renewHash(user.id, stored, outdated ? request.password : null)]
      : []),
    forgetTries(throttles.account, account),
    ...(device ? [] : [takeBackTry(throttles.address, block)]),
    logAuthentication(user.id, 'Signed in', { address }),
    // Nobody wonders at the first sign-in of all.
    ...(device || !user.lastLogin ? [] : [startNotice(user, { kind: 'new-device', address })]),
  ])
  return new Reply(await userView({ ...user, lastLogin }, await getAdminRegistry()), {
    cookies: [...sessionCookies(tokens, sessionLimits.refresh), await deviceCookie(request.email, device)],
  })
})

const wrongCredentials = () => new VisibleError('INVALID_CREDENTIALS', 'Invalid email address or password')

/** Keeps the hash where and as hashes are kept today. @param password where the hash is under an older cost */
const renewHash = async (userId: string, stored: StoredHash, password: string | null) =>
  replacePasswordHash(userId, stored, password === null ? stored.hash : await hashPassword(password))
