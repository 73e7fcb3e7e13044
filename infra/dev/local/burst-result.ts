import { burstOf, endOfEntry } from '../../../functions/logs/find-bursts.ts'
import { burstInWords } from '../../../shared/logs/burst-in-words.ts'
import { isEnded } from '../../../shared/logs/is-ended.ts'
import type { LogEntry } from '../../../shared/logs/log.schema.ts'

/**
 * Summarises the outcomes of the alerts with these IDs in one line. A burst on the dashboard may also include alerts
 * from a moment earlier.
 * @returns `left`: how many of the alerts have no outcome yet
 */
export const burstResult = (ids: ReadonlySet<string>, entries: readonly LogEntry[]) => {
  const own = entries.filter(isEnded).filter(({ extra }) => ids.has(extra.alertId))
  const [first, ...others] = own
    .flatMap((entry) => endOfEntry(entry) ?? [])
    .toSorted((one, other) => one.acceptedAt - other.acceptedAt)
  const left = ids.size - new Set(own.map(({ extra }) => extra.alertId)).size
  if (!first) return { left, words: 'No alert has an outcome yet' }
  const burst = burstOf([first, ...others])
  return { left, words: burstInWords(burst, burst.from.slice(11, 19)) }
}
