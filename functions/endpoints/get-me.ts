import { VisibleError } from '../../shared/error.ts'
import { endpoint } from '../lib/endpoint.ts'
import { userView } from '../lib/user-view.ts'
import { findCaller } from '../stores/sessions.ts'
import { getRoster, getUser } from '../stores/users.ts'

export const handler = endpoint(
  'getMe',
  async ({ caller }) => {
    const [user, roster] = await Promise.all([getUser(caller.userId), getRoster()])
    if (!user) throw new VisibleError('NOT_SIGNED_IN', 'Please sign in')
    return userView(user, roster)
  },
  findCaller,
)
