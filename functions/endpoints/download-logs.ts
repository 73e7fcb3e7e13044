import { contract } from '../../shared/contract.ts'
import { answerLogFile } from '../downloads/log-file.ts'
import { endpoint } from '../lib/endpoint.ts'
import { findCaller } from '../stores/sessions.ts'

export const handler = endpoint(
  'downloadLogs',
  ({ request, caller }) =>
    answerLogFile({ userId: caller.userId, prefix: 'logs', path: contract.downloadLogs.path, request }),
  findCaller,
)
