import { useQuery } from '@tanstack/react-query'
import type { AlertLine } from '../../../shared/logs/alert-line.schema.ts'
import type { UserSettings } from '../../../shared/settings/settings.schema.ts'
import { askingQuery } from '../../lib/alerts-query.ts'

/** What asks the user something, by its state, oldest first: what comes later stands below what is being read. */
export const useAsking = ({ mayAsk }: Pick<UserSettings, 'mayAsk'>) => {
  const { data = [], isPending, failureCount, fetchStatus } = useQuery(askingQuery(mayAsk === true))
  const inState = (state: AlertLine['state']) =>
    data
      .filter((line) => line.state === state)
      .toSorted((one, other) => one.acceptedAt.localeCompare(other.acceptedAt))
  return {
    /** The first answer is on its way. */
    isFirst: isPending && failureCount === 0 && fetchStatus === 'fetching',
    asks: inState('asks'),
    held: inState('held'),
    waits: inState('waits'),
    reviews: inState('review'),
  }
}
