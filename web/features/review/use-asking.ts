import { useQuery } from '@tanstack/react-query'
import type { AlertLine } from '../../../shared/logs/alert-line.schema.ts'
import type { UserSettings } from '../../../shared/settings/settings.schema.ts'
import { askingQuery } from '../../lib/alerts-query.ts'

/**
 * Returns the alerts that need the user's attention, grouped by state. The oldest is first, so that a new alert appears
 * below the alert that the user is reading.
 */
export const useAsking = ({ mayAsk }: Pick<UserSettings, 'mayAsk'>) => {
  const { data = [], isPending, failureCount, fetchStatus } = useQuery(askingQuery(mayAsk === true))
  const inState = (state: AlertLine['state']) =>
    data
      .filter((line) => line.state === state)
      .toSorted((one, other) => one.acceptedAt.localeCompare(other.acceptedAt))
  return {
    /** Whether the first request is still running. */
    isFirst: isPending && failureCount === 0 && fetchStatus === 'fetching',
    asks: inState('asks'),
    held: inState('held'),
    waits: inState('waits'),
    reviews: inState('review'),
  }
}
