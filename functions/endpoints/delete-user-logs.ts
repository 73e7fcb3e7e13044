import { VisibleError } from '../../shared/error.ts'
import * as operatorLines from '../../shared/operator-lines.ts'
import { endpoint } from '../lib/endpoint.ts'
import { log } from '../lib/log.ts'
import { deleteLogs } from '../stores/logs.ts'
import { findCaller } from '../stores/sessions.ts'
import { getUser } from '../stores/users.ts'

export const handler = endpoint(
  'deleteUserLogs',
  async ({ request: { userId }, caller }) => {
    if (!(await getUser(userId))) throw new VisibleError('NOT_FOUND', 'There is no such user')
    log('warn', operatorLines.logCleared, { userId, by: caller.userId })
    await deleteLogs(userId)
    return { message: 'All log entries of the user deleted' }
  },
  findCaller,
)
