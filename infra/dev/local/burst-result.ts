import { burstOf, endOfEntry } from '../../../functions/logs/find-bursts.ts'
import { burstInWords } from '../../../shared/logs/burst-in-words.ts'
import { isEnded } from '../../../shared/logs/is-ended.ts'
import type { LogEntry } from '../../../shared/logs/log.schema.ts'

/**
 * The results of the alerts with these IDs. The dashboard's burst may include alerts that were sent a moment earlier.
 * @returns `left`: how many have no outcome yet
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
