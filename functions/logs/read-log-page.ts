import { contract, type ResponseOf } from '../../shared/contract.ts'
import type { Handle } from '../http/endpoint.ts'
import { unchanged, versioned, versionsSeen } from '../http/etag.ts'
import { pageAnswer } from '../http/paging.ts'
import { shownFrom } from './log-items.ts'
import { findLogs, openLog, pageOfLogs } from './log-store.ts'

const instant = (iso: string | undefined) => (iso === undefined ? undefined : Date.parse(iso))

export const readLogPage: Handle<'listLogs'> = async ({ request, caller: { userId }, event }) => {
  const { offset, limit, type, fromDate, toDate } = request
  const { held, known } = versionsSeen(event, 'logs', userId)
  const log = await openLog(userId, known)
  // Entries that are out of date drop out of the list though nothing was written.
  const version = [...log.version, shownFrom(Date.now())]
  if (held?.join() === version.join()) return unchanged<ResponseOf<'listLogs'>>(userId, version)
  const range = await findLogs(log, { type, from: instant(fromDate), to: instant(toDate) })
  const { count, results } = await pageOfLogs(range, offset, limit)
  return versioned(userId, version, pageAnswer(contract.listLogs.path, request, count, results))
}
