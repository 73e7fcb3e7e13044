import { contract } from '../../shared/contract.ts'
import { endpoint } from '../lib/endpoint.ts'
import { pageAnswer } from '../lib/paging.ts'
import { listLogs } from '../stores/logs.ts'
import { findCaller } from '../stores/sessions.ts'

const instant = (iso: string | undefined) => (iso === undefined ? undefined : Date.parse(iso))

export const handler = endpoint(
  'listLogs',
  async ({ request, caller }) => {
    const { offset, limit, type, fromDate, toDate } = request
    const query = { type, from: instant(fromDate), to: instant(toDate) }
    const { count, results } = await listLogs(caller.userId, query, offset, limit)
    return pageAnswer(contract.listLogs.path, request, count, results)
  },
  findCaller,
)
