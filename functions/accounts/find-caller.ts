import { bearerOf, type FindCaller } from '../http/caller.ts'
import { cookieNames, readCookie } from '../http/cookies.ts'
import { findTokenCaller } from './find-token-caller.ts'
import { sessionOf } from './session-store.ts'
import { getAdminRegistry, roleIn } from './user-store.ts'

/**
 * Finds the caller by session or token. The role is read from the admin registry on each call and never stored in a session.
 */
export const findCaller: FindCaller = async (event, access, endpoint) => {
  const token = bearerOf(event)
  // A call with a token is the token owner's or is refused; a session cookie sent with it is ignored.
  if (token !== undefined) return findTokenCaller(token, event, endpoint)
  const session = await sessionOf(readCookie(event, cookieNames().access), Date.now())
  if (!session) return null
  const isAdmin = access === 'admin' && roleIn(await getAdminRegistry(), session.userId) === 'ADMIN'
  return { ...session, isAdmin }
}
