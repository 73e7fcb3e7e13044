import { endpoint } from '../lib/endpoint.ts'
import { changed } from '../lib/list-version.ts'
import { deleteLogs } from '../stores/logs.ts'
import { findCaller } from '../stores/sessions.ts'

export const handler = endpoint(
  'deleteLogs',
  async ({ caller: { userId } }) =>
    changed('logs', userId, await deleteLogs(userId), { message: 'All log entries deleted' }),
  findCaller,
)
