import { endpoint } from '../lib/endpoint.ts'
import { deleteLogs } from '../stores/logs.ts'
import { findCaller } from '../stores/sessions.ts'

export const handler = endpoint(
  'deleteLogs',
  async ({ caller }) => {
    await deleteLogs(caller.userId)
    return { message: 'All log entries deleted' }
  },
  findCaller,
)
