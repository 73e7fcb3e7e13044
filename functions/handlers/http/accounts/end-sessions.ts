import { accounts } from '../../../../shared/contract/accounts.ts'
import { counted } from '../../../../shared/platform/figures.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endSessions, noteAllEnded } from '../../../accounts/session-store.ts'
import { endTokens } from '../../../accounts/token-store.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { logAuthentication } from '../../../logs/sign-in-log.ts'

/** Ends one session or all others. This needs no step-up, because it makes the account safer. */
export const handler = endpoint(
  accounts,
  'endSessions',
  async ({ request: { id }, caller: { userId, sessionId } }) => {
    const now = Date.now()
    const sessions = await endSessions(userId, (each) => (id === 'others' ? each !== sessionId : each === id))
    const tokens = id === 'others' ? await endTokens(userId, now) : 0
    if (id === 'others') await noteAllEnded(userId, now)
    if (sessions + tokens === 0)
      return { message: id === 'others' ? 'Nothing else was logged in' : 'That session had already ended' }
    const words = `${counted(sessions, 'session')} ended${tokens === 0 ? '' : `, ${counted(tokens, 'API token')} revoked`}`
    await logAuthentication(userId, words)
    return { message: words }
  },
  findCaller,
)
