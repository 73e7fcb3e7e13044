import type { ResponseOf } from '../../shared/contract/index.ts'
import { logs } from '../../shared/contract/logs.ts'
import type { LogEntry } from '../../shared/logs/log.schema.ts'
import type { Handle } from '../http/endpoint.ts'
import { unchanged, versioned, versionsSeen } from '../http/etag.ts'
import { pageAnswer } from '../http/paging.ts'
import { shownFrom } from './log-items.ts'
import type { Burst } from '../../shared/logs/burst.schema.ts'
import { isOfBurst } from '../../shared/logs/is-of-burst.ts'
import { endOfEntry, findBursts, mayContinueBeyond } from './find-bursts.ts'
import { countEnded, findLogs, type LogRange, openLog, pageOfLogs } from './log-store.ts'

const instant = (iso: string | undefined) => (iso === undefined ? undefined : Date.parse(iso))

export const readLogPage: Handle<'listLogs'> = async ({ request, caller: { userId }, event }) => {
  const { offset, limit, type, fromDate, toDate, countFrom } = request
  const { held, known } = versionsSeen(event, 'logs', userId)
  const log = await openLog(userId, known)
  // The version includes the time of expiry, because entries expire even if nothing is written.
  const version = [...log.version, shownFrom(Date.now())]
  if (held?.join() === version.join()) return unchanged<ResponseOf<'listLogs'>>(userId, version)
  const range = await findLogs(log, { type, from: instant(fromDate), to: instant(toDate) })
  const { count, results } = await pageOfLogs(range, offset, limit)
  const bursts = type === 'ALL' && !fromDate && !toDate ? await burstsOf(range, results, offset, limit) : []
  return versioned(userId, version, {
    ...pageAnswer(logs.listLogs.path, request, count, results),
    ...(bursts.length > 0 ? { bursts } : {}),
    ...(countFrom === undefined ? {} : { ended: await countEnded(log, Date.parse(countFrom)) }),
  })
}

/**
 * Maximum number of entries that are read before and after a page to complete a burst. It is the number of alerts that
 * an account may get in a minute.
 */
const beyond = { most: 300, batch: 100 } as const

const endsOf = (entries: readonly LogEntry[]) => entries.flatMap((entry) => endOfEntry(entry) ?? [])

/** Returns the complete bursts to which alerts on the page belong. */
const burstsOf = async (
  range: LogRange,
  results: readonly LogEntry[],
  offset: number,
  limit: number,
): Promise<Burst[]> => {
  let entries = results
  for (
    let from = offset;
    from > 0 && offset - from < beyond.most && mayContinueBeyond(endsOf(entries), 'newest');
  ) {
    const newer = Math.max(0, from - beyond.batch)
    entries = [...(await pageOfLogs(range, newer, from - newer)).results, ...entries]
    from = newer
  }
  for (
    let more = 0;
    more < beyond.most && mayContinueBeyond(endsOf(entries), 'oldest');
    more += beyond.batch
  ) {
    const { results: older } = await pageOfLogs(range, offset + limit + more, beyond.batch)
    if (older.length === 0) break
    entries = [...entries, ...older]
  }
  return findBursts(endsOf(entries)).filter((burst) => results.some((entry) => isOfBurst(entry, burst)))
}
