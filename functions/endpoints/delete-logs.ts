import * as operatorLines from '../../shared/operator-lines.ts'
import { endpoint } from '../lib/endpoint.ts'
import { changed } from '../lib/list-version.ts'
import { log } from '../lib/log.ts'
import { deleteLogs } from '../stores/logs.ts'
import { findCaller } from '../stores/sessions.ts'

export const handler = endpoint(
  'deleteLogs',
  async ({ caller: { userId } }) => {
    log('warn', operatorLines.logCleared, { userId, by: userId })
    return changed('logs', userId, await deleteLogs(userId), { message: 'All log entries deleted' })
  },
  findCaller,
)
