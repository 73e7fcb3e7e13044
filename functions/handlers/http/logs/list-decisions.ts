import { logs } from '../../../../shared/contract/logs.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { readDecisions } from '../../../journal/what-if/read-decisions.ts'

export const handler = endpoint(
  logs,
  'listDecisions',
  ({ request, caller }) => readDecisions(caller.userId, request),
  findCaller,
)
