import { bearerOf, type FindCaller } from '../http/caller.ts'
import { cookieNames, readCookie } from '../http/cookies.ts'
import { findTokenCaller } from './find-token-caller.ts'
import { sessionOf } from './session-store.ts'
import { getAdminRegistry, roleIn } from './user-store.ts'

/**
 * Finds the caller by session or token. Each call reads the role from the admin registry. A session never stores the
 * role.
 */
export const findCaller: FindCaller = async (event, access, endpoint) => {
  const token = bearerOf(event)
  // If a call has a token, only the token identifies its caller. A session cookie sent with the token is ignored.
  if (token !== undefined) return findTokenCaller(token, event, endpoint)
  const session = await sessionOf(readCookie(event, cookieNames().access), Date.now())
  if (!session) return null
  const isAdmin = access === 'admin' && roleIn(await getAdminRegistry(), session.userId) === 'ADMIN'
  return { ...session, isAdmin }
}
