import { forCaller } from '../../broker/views/for-caller.ts'
import { viewStats } from '../../broker/views/lists.ts'
import { endpoint } from '../../http/endpoint.ts'
import { findCaller } from '../../accounts/session-store.ts'

export const handler = endpoint(
  'getStats',
  ({ caller }) => forCaller(caller.userId, 'dashboard', viewStats),
  findCaller,
)
