import { detailsOf } from '../../../shared/logs/extra-details.ts'
import type { LogEntry } from '../../../shared/logs/log.schema.ts'
import { wordSearch } from '../../../shared/platform/word-search.ts'
import type { Outcome } from '../../../shared/trading/model/outcome.schema.ts'
import { endedAlertOf } from '../../lib/ended-alert.ts'

/** The filters that the browser applies to the loaded entries, in addition to the server's filters. */
export type Narrowing = {
  /** The words of the search. An entry must contain all of them. */
  readonly q: string
  readonly outcome?: Outcome | undefined
  /** Whether to show logins and logouts. */
  readonly signIns: boolean
}

export const isSignIn = ({ extra }: LogEntry) => extra?.kind === 'session'

const texts = new WeakMap<LogEntry, string>()
/** Returns all text of an entry in lower case. The result is cached. */
const textOf = (entry: LogEntry): string => {
  const known = texts.get(entry)
  if (known !== undefined) return known
  const { message, description = '', extra } = entry
  const { alert, dealReference, dealIds } = detailsOf(extra) ?? {}
  const text = [message, description, dealReference, dealIds, JSON.stringify(alert ?? '')]
    .join('\n')
    .toLowerCase()
  texts.set(entry, text)
  return text
}

export const narrowed = (entries: readonly LogEntry[], { q, outcome, signIns }: Narrowing): LogEntry[] => {
  const isFound = wordSearch(q)
  return entries.filter(
    (entry) =>
      (signIns || !isSignIn(entry)) &&
      (outcome === undefined || endedAlertOf(entry)?.outcome === outcome) &&
      isFound(textOf(entry)),
  )
}
