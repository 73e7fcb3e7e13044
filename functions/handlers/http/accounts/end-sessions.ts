import { accounts } from '../../../../shared/contract/accounts.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endSessions, noteAllEnded } from '../../../accounts/session-store.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { logAuthentication } from '../../../logs/sign-in-log.ts'

/** Ending a session makes things safer: it asks for no proof. */
export const handler = endpoint(
  accounts,
  'endSessions',
  async ({ request: { id }, caller: { userId, sessionId } }) => {
    const count = await endSessions(userId, (each) => (id === 'others' ? each !== sessionId : each === id))
    if (id === 'others') await noteAllEnded(userId, Date.now())
    const words = count === 1 ? '1 session ended' : `${count} sessions ended`
    if (count > 0) await logAuthentication(userId, words)
    return { message: count === 0 ? 'That session had already ended' : words }
  },
  findCaller,
)
