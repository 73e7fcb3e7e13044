import { VisibleError } from '../../shared/error.ts'
import { logAuthentication } from '../lib/auth-log.ts'
import { cookieNames, readCookie, sessionCookies } from '../lib/cookies.ts'
import { endpoint, Reply } from '../lib/endpoint.ts'
import { rotateSession, sessionLimits } from '../stores/sessions.ts'

export const handler = endpoint('refreshSession', async ({ event }) => {
  const rotated = await rotateSession(readCookie(event, cookieNames().refresh), Date.now())
  if ('refused' in rotated) {
    if (rotated.refused === 'reused' && rotated.userId)
      await logAuthentication(rotated.userId, 'A used session token came again, so that session was ended')
    throw new VisibleError('NOT_SIGNED_IN', 'Please sign in')
  }
  return new Reply(
    { message: 'Session refreshed' },
    { cookies: sessionCookies(rotated.tokens, sessionLimits.refresh) },
  )
})
