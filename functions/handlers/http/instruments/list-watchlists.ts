import { instruments } from '../../../../shared/contract/instruments.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { forCaller } from '../../../deals/for-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'

/** Each call makes one request to IG. */
export const handler = endpoint(
  instruments,
  'listWatchlists',
  async ({ caller: { userId } }) => ({
    watchlists: [
      ...(await forCaller(userId, 'dashboard', ({ broker }, login) => broker.listWatchlists(login))),
    ],
  }),
  findCaller,
)
