import { accounts } from '../../../../shared/contract/accounts.ts'
import { logAuthentication } from '../../../logs/sign-in-log.ts'
import { clearedCookies, cookieNames, readCookie } from '../../../http/cookies.ts'
import { endpoint, Reply } from '../../../http/endpoint.ts'
import { endSession } from '../../../accounts/session-store.ts'

/** Logs out in the browser and on the server. Succeeds even without a session. */
export const handler = endpoint(accounts, 'logout', async ({ event }) => {
  const { access, refresh } = cookieNames()
  const userId = await endSession([readCookie(event, access), readCookie(event, refresh)])
  if (userId) await logAuthentication(userId, 'Logged out', { kind: 'session' })
  return new Reply(
    { message: 'Logged out' },
    { cookies: clearedCookies(), headers: { 'clear-site-data': '"cache"' } },
  )
})
