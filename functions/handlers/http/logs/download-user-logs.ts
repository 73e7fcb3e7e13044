import { logs } from '../../../../shared/contract/logs.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import * as operatorLines from '../../../../shared/platform/operator-lines.ts'
import { answerLogFile } from '../../../logs/download.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { log } from '../../../aws/log.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { logAuthentication } from '../../../logs/sign-in-log.ts'
import { getUser } from '../../../accounts/user-store.ts'

export const handler = endpoint(
  logs,
  'downloadUserLogs',
  async ({ request, caller }) => {
    const { userId } = request
    if (!(await getUser(userId))) throw new VisibleError('NOT_FOUND', 'There is no such user')
    log('warn', operatorLines.logDownloaded, { userId, by: caller.userId })
    await logAuthentication(userId, 'An admin downloaded your log')
    const path = logs.downloadUserLogs.path.replace('{userId}', encodeURIComponent(userId))
    return answerLogFile({ userId, prefix: `logs_for_${userId}`, path, request })
  },
  findProvableCaller,
)
