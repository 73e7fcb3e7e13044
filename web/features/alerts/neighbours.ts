import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '../../../shared/contract/index.ts'
import type { AlertLine } from '../../../shared/logs/alert-line.schema.ts'
import { alertsKey } from '../../lib/alerts-query.ts'
import { call } from '../../lib/api.ts'

type Place = Pick<ResponseOf<'getAlert'>, 'alertId' | 'mode' | 'acceptedAt'>

/**
 * How far after an alert to look for the next alert at first, in milliseconds. The server returns only the newest
 * alerts of a period, so a short period makes sure that the nearest alert is among them.
 */
const nearbyMs = 10 * 60_000
const perPage = 100

/** Finds the alerts of the same mode that were accepted just before and just after an alert. */
const readNeighbours = async ({ alertId, mode, acceptedAt }: Place) => {
  const list = async (span: { from: string; to?: string } | { to: string }, limit: number) =>
    (await call('listAlerts', { mode, limit, ...span })).results
  const until = new Date(Date.parse(acceptedAt) + nearbyMs).toISOString()
  const [before, within] = await Promise.all([
    list({ to: acceptedAt }, 2),
    list({ from: acceptedAt, to: until }, perPage),
  ])
  const newer = within.some((line) => line.alertId !== alertId)
    ? within
    : await list({ from: acceptedAt }, perPage)
  const isOther = (line: AlertLine) => line.alertId !== alertId
  return { previous: before.find(isOther), next: newer.findLast(isOther) }
}

export const neighboursQuery = (place: Place) =>
  queryOptions({
    queryKey: [...alertsKey, 'around', place.alertId],
    queryFn: () => readNeighbours(place),
    staleTime: 60_000,
  })
