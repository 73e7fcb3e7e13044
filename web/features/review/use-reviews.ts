import { useQuery } from '@tanstack/react-query'
import { useLocalStorage } from 'usehooks-ts'
import { endedAlertOf } from '../../lib/ended-alert.ts'
import { newestErrorsQuery } from '../../lib/logs-query.ts'

const kept = 200

/** The alerts that a person must check and has not checked in this browser, newest first. */
export const useReviews = () => {
  const { data } = useQuery(newestErrorsQuery)
  const [seen, setSeen] = useLocalStorage<readonly string[]>('signalpost-reviewed', [])
  const open = (data?.results ?? [])
    .flatMap((entry) => endedAlertOf(entry) ?? [])
    .filter(({ outcome, entry }) => outcome === 'NEEDS_REVIEW' && !seen.includes(entry.id))
  return { open, onSeen: (id: string) => setSeen([id, ...seen].slice(0, kept)) }
}
