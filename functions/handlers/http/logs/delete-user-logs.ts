import { logs } from '../../../../shared/contract/logs.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import * as operatorLines from '../../../../shared/platform/operator-lines.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { log } from '../../../aws/log.ts'
import { deleteLogs } from '../../../logs/write-log.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { getUser } from '../../../accounts/user-store.ts'

export const handler = endpoint(
  logs,
  'deleteUserLogs',
  async ({ request: { userId }, caller }) => {
    if (!(await getUser(userId))) throw new VisibleError('NOT_FOUND', 'There is no such user')
    log('warn', operatorLines.logCleared, { userId, by: caller.userId })
    await deleteLogs(userId)
    return { message: 'All of the user’s log entries deleted' }
  },
  findProvableCaller,
)
