import { administration } from '../../../../shared/contract/administration.ts'
import { noSuchUser } from '../../../accounts/admin-registry.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { endAllSessions } from '../../../accounts/session-store.ts'
import { getUser } from '../../../accounts/user-store.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { logAuthentication } from '../../../logs/sign-in-log.ts'

/**
 * Logs a user out everywhere, for example if someone else has access to the user's browser or mailbox. Also invalidates
 * an open reset link.
 */
export const handler = endpoint(
  administration,
  'endUserSessions',
  async ({ request: { id }, caller: { userId } }) => {
    const user = await getUser(id)
    if (!user) throw noSuchUser()
    await endAllSessions(id, Date.now())
    await logAuthentication(id, 'An admin logged you out everywhere')
    await logAuthentication(userId, `You logged ${user.email} out everywhere`)
    return { message: 'Logged out everywhere' }
  },
  findProvableCaller,
)
