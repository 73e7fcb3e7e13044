import { bearerOf, type FindCaller } from '../http/caller.ts'
import { cookieNames, readCookie } from '../http/cookies.ts'
import { findTokenCaller } from './find-token-caller.ts'
import { sessionOf } from './session-store.ts'
import { getAdminRegistry, roleIn } from './user-store.ts'

/** The role is read where it decides, and never kept in a session: the admin registry alone says who is admin. */
export const findCaller: FindCaller = async (event, access, endpoint) => {
  const token = bearerOf(event)
  // A call with a token is its owner’s or is refused: a session that comes with it does not count.
  if (token !== undefined) return findTokenCaller(token, event, endpoint)
  const session = await sessionOf(readCookie(event, cookieNames().access), Date.now())
  if (!session) return null
  const isAdmin = access === 'admin' && roleIn(await getAdminRegistry(), session.userId) === 'ADMIN'
  return { ...session, isAdmin }
}
