import { contract } from '../../shared/contract.ts'
import { VisibleError } from '../../shared/error.ts'
import { answerLogFile } from '../downloads/log-file.ts'
import { endpoint } from '../lib/endpoint.ts'
import { findCaller } from '../stores/sessions.ts'
import { getUser } from '../stores/users.ts'

export const handler = endpoint(
  'downloadUserLogs',
  async ({ request }) => {
    const { userId } = request
    if (!(await getUser(userId))) throw new VisibleError('NOT_FOUND', 'There is no such user')
    const path = contract.downloadUserLogs.path.replace('{userId}', encodeURIComponent(userId))
    return answerLogFile({ userId, prefix: `logs_for_${userId}`, path, request })
  },
  findCaller,
)
