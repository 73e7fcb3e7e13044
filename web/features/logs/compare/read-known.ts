import type { AlertLine } from '../../../../shared/logs/alert-line.schema.ts'
import type { LogEntry } from '../../../../shared/logs/log.schema.ts'
import { pageLimits } from '../../../../shared/platform/page-limits.ts'
import type { Instant } from '../../../../shared/platform/units.ts'
import { call } from '../../../lib/api.ts'
import { alertsKept, type Known, maxApart } from './compare.ts'

/** The log reports within this many milliseconds that too many alerts arrived in a minute. */
const throttleLogDelayMs = 10 * 60_000

/**
 * Reads all stored alerts of a period, and the log entries about texts that were rejected. Only the period is sent to
 * the server, not the file.
 * @param onRead called with the number of alerts read so far
 */
export const readKnown = async (
  [from, to]: readonly [Instant, Instant],
  now: Instant,
  onRead: (count: number) => void,
): Promise<Known> => {
  const first = Math.max(from - maxApart, now - alertsKept)
  if (to < first) return { alerts: [], entries: [] }
  const span = { from: new Date(first).toISOString(), to: new Date(to + maxApart).toISOString() }
  const alerts = new Map<string, AlertLine>()
  const add = (lines: readonly AlertLine[]) => lines.forEach((line) => alerts.set(line.alertId, line))
  // Pending alerts have a list of their own. They may end during the read, so the list of ended alerts is read second.
  add((await call('listAlerts', { ...span, state: 'open', limit: 100 })).results)
  let after: string | null | undefined
  while (after !== null) {
    const page: Awaited<ReturnType<typeof call<'listAlerts'>>> = await call('listAlerts', {
      ...span,
      limit: 100,
      ...(after === undefined ? {} : { after }),
    })
    add(page.results)
    after = page.next
    onRead(alerts.size)
  }
  const toDate = new Date(to + throttleLogDelayMs).toISOString()
  return { alerts: [...alerts.values()], entries: await readErrors(span.from, toDate) }
}

const readErrors = async (fromDate: string, toDate: string): Promise<readonly LogEntry[]> => {
  const entries: LogEntry[] = []
  for (let offset = 0, count = 1; offset < count; offset += pageLimits.max) {
    const page = await call('listLogs', { type: 'ERROR', fromDate, toDate, offset, limit: pageLimits.max })
    for (const entry of page.results) entries.push(entry)
    count = page.count
  }
  return entries
}
