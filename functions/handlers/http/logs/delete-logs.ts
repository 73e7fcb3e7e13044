import { logs } from '../../../../shared/contract/logs.ts'
import * as operatorLines from '../../../../shared/platform/operator-lines.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { changed } from '../../../http/etag.ts'
import { log } from '../../../aws/log.ts'
import { deleteLogs } from '../../../logs/write-log.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'

export const handler = endpoint(
  logs,
  'deleteLogs',
  async ({ caller: { userId } }) => {
    log('warn', operatorLines.logCleared, { userId, by: userId })
    return changed('logs', userId, await deleteLogs(userId), { message: 'All log entries deleted' })
  },
  findProvableCaller,
)
