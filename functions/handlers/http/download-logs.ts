import { contract } from '../../../shared/contract.ts'
import { answerLogFile } from '../../logs/download.ts'
import { endpoint } from '../../http/endpoint.ts'
import { findCaller } from '../../accounts/find-caller.ts'

export const handler = endpoint(
  'downloadLogs',
  ({ request, caller }) =>
    answerLogFile({ userId: caller.userId, prefix: 'logs', path: contract.downloadLogs.path, request }),
  findCaller,
)
