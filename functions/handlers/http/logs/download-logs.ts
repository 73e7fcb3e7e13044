import { logs } from '../../../../shared/contract/logs.ts'
import { answerLogFile } from '../../../logs/download.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { findCaller } from '../../../accounts/find-caller.ts'

export const handler = endpoint(
  logs,
  'downloadLogs',
  ({ request, caller }) =>
    answerLogFile({ userId: caller.userId, prefix: 'logs', path: logs.downloadLogs.path, request }),
  findCaller,
)
