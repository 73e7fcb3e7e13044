import { accounts } from '../../../../shared/contract/accounts.ts'
import { notSignedIn } from '../../../http/caller.ts'
import * as operatorLines from '../../../../shared/platform/operator-lines.ts'
import { logAuthentication } from '../../../logs/sign-in-log.ts'
import { cookieNames, readCookie, sessionCookies } from '../../../http/cookies.ts'
import { endpoint, Reply } from '../../../http/endpoint.ts'
import { log } from '../../../aws/log.ts'
import { startAccountNotification } from '../../../mails/start-mail.ts'
import { getUser } from '../../../accounts/user-store.ts'
import { sessionLimits } from '../../../accounts/session-store.ts'
import { rotateSession } from '../../../accounts/session-tokens.ts'

export const handler = endpoint(accounts, 'refreshSession', async ({ event }) => {
  const rotated = await rotateSession(readCookie(event, cookieNames().refresh), Date.now())
  if ('refused' in rotated) {
    if (rotated.refused === 'reused' && rotated.userId) {
      log('warn', operatorLines.sessionTokenReused, { userId: rotated.userId })
      await logAuthentication(rotated.userId, 'A session token was used twice, so the session was ended')
      const user = await getUser(rotated.userId)
      if (user) await startAccountNotification(user, { kind: 'session-copied' })
    }
    throw notSignedIn()
  }
  return new Reply(
    { message: 'Session refreshed' },
    { cookies: sessionCookies(rotated.tokens, sessionLimits.refresh) },
  )
})
