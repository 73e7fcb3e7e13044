import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { VisibleError } from '../../shared/platform/error.schema.ts'
import type { Proof } from '../../shared/accounts/second-factor.schema.ts'
import type { User } from '../../shared/accounts/user.schema.ts'
import { networkOf, viewerAddress } from '../http/client-address.ts'
import { clearedTicketCookie, cookieNames, readCookie, sessionCookies } from '../http/cookies.ts'
import { Reply } from '../http/endpoint.ts'
import { logAuthentication } from '../logs/sign-in-log.ts'
import { startAccountNotification } from '../mails/start-mail.ts'
import { deviceCookie, mailDevice } from './known-device.ts'
import { endSession, sessionLimits } from './session-store.ts'
import { beginSession, type SessionStart } from './session-tokens.ts'
import { getAdminRegistry, type StoredUser, updateUserFields } from './user-store.ts'
import { userView } from './user-view.ts'

type SignIn = {
  readonly user: StoredUser
  readonly provedBy: Proof
  /** The ID of this browser if it has logged in to this account before; otherwise null. */
  readonly device: string | null
  readonly now: number
  /**
   * Returns whether the user's proof is still valid. It is called after the session is stored. Revoking a proof
   * also ends all sessions. So a session from a revoked proof is either ended by the revocation or refused here.
   */
  readonly stillHolds: () => Promise<boolean>
  readonly refusal: () => VisibleError
}

const howProved: Readonly<Record<Proof, string>> = {
  password: 'by password',
  totp: 'by password and authenticator code',
  'recovery-code': 'by password and a recovery code',
  passkey: 'by passkey',
}

export const sessionStart = (event: APIGatewayProxyEventV2, provedBy: Proof): SessionStart => ({
  provedBy,
  userAgent: event.headers['user-agent'],
  network: networkOf(viewerAddress(event)),
})

/** Starts a session for a user who has proved their identity, and notifies them if the browser is new. */
export const signIn = async (
  event: APIGatewayProxyEventV2,
  { user, provedBy, device, now, stillHolds, refusal }: SignIn,
): Promise<Reply<User>> => {
  const tokens = await beginSession(user.id, now, sessionStart(event, provedBy))
  if (!(await stillHolds())) {
    await endSession([tokens.access])
    throw refusal()
  }
  // A new login in this browser replaces its earlier session.
  await endSession([readCookie(event, cookieNames().refresh), readCookie(event, cookieNames().access)])
  const lastLogin = new Date(now).toISOString()
  const address = viewerAddress(event)
  await Promise.all([
    updateUserFields(user.id, { lastLogin }),
    logAuthentication(user.id, 'Logged in', { kind: 'session', address, how: howProved[provedBy] }),
    // The very first login sends no notification about a new device.
    ...(device || !user.lastLogin ? [] : [startAccountNotification(user, { kind: 'new-device', address })]),
  ])
  return new Reply(await userView({ ...user, lastLogin }, await getAdminRegistry()), {
    cookies: [
      ...sessionCookies(tokens, sessionLimits.refresh),
      await deviceCookie(user.email, device === mailDevice ? null : device),
      ...(readCookie(event, cookieNames().ticket) === undefined ? [] : [clearedTicketCookie()]),
    ],
  })
}
