import { accounts } from '../../../../shared/contract/accounts.ts'
import { notSignedIn } from '../../../http/caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { userView } from '../../../accounts/user-view.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { getAdminRegistry, getUser } from '../../../accounts/user-store.ts'

export const handler = endpoint(
  accounts,
  'getMe',
  async ({ caller }) => {
    const [user, registry] = await Promise.all([getUser(caller.userId), getAdminRegistry()])
    if (!user) throw notSignedIn()
    return userView(user, registry)
  },
  findCaller,
)
