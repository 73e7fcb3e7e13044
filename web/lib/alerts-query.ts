import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import type { Mode } from '../../shared/accounts/user.schema.ts'
import type { AlertLine } from '../../shared/logs/alert-line.schema.ts'
import { call } from './api.ts'
import { poll } from './polls.ts'

/** Query key of everything that shows alerts. */
export const alertsKey = ['alerts'] as const

const perPage = 100

/** Every page of what asks the user something: few, but none may be missing. */
const readAsking = async (context: QueryFunctionContext): Promise<readonly AlertLine[]> => {
  const asking = { state: 'asking', limit: perPage } as const
  const first = await poll('listAlerts', asking)(context)
  const lines = [...first.results]
  for (let { next } = first; next !== null;) {
    const page = await call('listAlerts', { ...asking, after: next })
    lines.push(...page.results)
    next = page.next
  }
  return lines
}

/** What asks the user something, on every screen. Who may be asked looks often: a yes counts for a minute. */
export const askingQuery = (mayAsk: boolean) =>
  queryOptions({
    queryKey: [...alertsKey, 'asking'],
    queryFn: readAsking,
    refetchInterval: mayAsk ? 5_000 : 10_000,
  })

/** In the browser's zone (ISO 8601). */
export const startOfToday = () => new Date(new Date().setHours(0, 0, 0, 0)).toISOString()

const todaysRefresh = 10_000
const mostOfToday = 50

/** The newest of today's alerts of a mode, with their bursts. */
export const todaysAlertsQuery = (mode: Mode) =>
  queryOptions({
    queryKey: [...alertsKey, 'today', mode],
    queryFn: (context: QueryFunctionContext) =>
      poll('listAlerts', { mode, from: startOfToday(), limit: mostOfToday })(context),
    refetchInterval: todaysRefresh,
    // Several parts of the overview show it, and some of them appear only once it is there.
    staleTime: todaysRefresh / 2,
  })

/** The newest alerts, as the search on every screen reads them. */
export const newestAlertsQuery = queryOptions({
  queryKey: [...alertsKey, 'newest'],
  queryFn: () => call('listAlerts', { limit: perPage }),
  staleTime: todaysRefresh,
})

/** "BUY LSE:VOD" */
export const nameOf = ({ action, market }: Pick<AlertLine, 'action' | 'market'>) => `${action} ${market}`
