import { logAuthentication } from '../lib/auth-log.ts'
import { clearedCookies, cookieNames, readCookie } from '../lib/cookies.ts'
import { endpoint, Reply } from '../lib/endpoint.ts'
import { endSession } from '../stores/sessions.ts'

/** Ends the session on the server too; without one there is nothing to end, and that is fine. */
export const handler = endpoint('logout', async ({ event }) => {
  const { access, refresh } = cookieNames()
  const userId = await endSession([readCookie(event, access), readCookie(event, refresh)])
  if (userId) await logAuthentication(userId, 'Signed out')
  return new Reply(
    { message: 'Signed out' },
    { cookies: clearedCookies(), headers: { 'clear-site-data': '"cache"' } },
  )
})
