import { queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Answered } from '../components/answered.tsx'
import { AlertParts } from '../features/alerts/alert-parts.tsx'
import { call } from '../lib/api.ts'

/** How often an alert is read while it is being decided, in milliseconds. */
const undecidedRefresh = 2_000

const alertQuery = (alertId: string) =>
  queryOptions({
    queryKey: ['alert', alertId],
    queryFn: () => call('getAlert', { alertId }),
    refetchInterval: ({ state }) => (state.data?.ended || state.error ? false : undecidedRefresh),
  })

export const AlertPage = () => {
  const { alertId = '' } = useParams({ strict: false })
  const query = useQuery(alertQuery(alertId))
  return (
    <Answered query={query} failure="Error loading the alert">
      {(alert) => <AlertParts key={alertId} alert={alert} />}
    </Answered>
  )
}
