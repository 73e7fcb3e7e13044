import { infiniteQueryOptions, type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import type { RequestOf, ResponseOf } from '../../shared/contract/index.ts'
import type { AlertLine } from '../../shared/logs/alert-line.schema.ts'
import { call } from './api.ts'
import { poll } from './polls.ts'

/** Query key of everything that shows alerts. */
export const alertsKey = ['alerts'] as const

const perPage = 100
/** Minimum alerts of a page, unless there are no more. */
const fewestOfPage = 20

type Wanted = RequestOf<'listAlerts'>
export type AlertFilter = Omit<Wanted, 'limit' | 'after'>
type AlertPage = ResponseOf<'listAlerts'>

/** Reads further pages until there are enough alerts, because a page with filters may be short although more follow. */
const goOn = async (wanted: Wanted, first: AlertPage, enough: number) => {
  const pages = [first]
  let [found, next] = [first.results.length, first.next]
  while (found < enough && next !== null) {
    const page: AlertPage = await call('listAlerts', { ...wanted, after: next })
    pages.push(page)
    found += page.results.length
    next = page.next
  }
  return {
    results: pages.flatMap(({ results }) => results),
    next,
    bursts: pages.flatMap(({ bursts = [] }) => bursts),
  }
}

const readFirst = async (context: QueryFunctionContext, wanted: Wanted, enough: number) =>
  goOn(wanted, await poll('listAlerts', wanted)(context), enough)

/**
 * Everything that waits for the user, on every screen. It is read often if questions are possible, because an approval
 * is valid for a minute.
 */
export const askingQuery = (mayAsk: boolean) =>
  queryOptions({
    queryKey: [...alertsKey, 'asking'],
    // All pages are read, because none may be missing.
    queryFn: async (context: QueryFunctionContext): Promise<readonly AlertLine[]> =>
      (await readFirst(context, { state: 'asking', limit: perPage }, Number.POSITIVE_INFINITY)).results,
    refetchInterval: mayAsk ? 5_000 : 10_000,
  })

/** Midnight in the browser's time zone (ISO 8601). */
export const startOfToday = () => new Date(new Date().setHours(0, 0, 0, 0)).toISOString()

/** Query key of reads that are repeated only after an event, which the newest log entry shows. */
export const happenedKey = [...alertsKey, 'happened'] as const

/** The newest alert that matches a filter, however many newer ones do not. */
export const newestAlertQuery = (filter: AlertFilter) =>
  queryOptions({
    queryKey: [...happenedKey, 'newest', filter],
    queryFn: async (context: QueryFunctionContext) =>
      (await readFirst(context, { ...filter, limit: 1 }, 1)).results[0] ?? null,
  })

/** Alerts with their bursts, newest first. Each page has a minimum of alerts, or is the last. */
export const alertPagesQuery = (filter: AlertFilter) => {
  const wanted = { ...filter, limit: perPage }
  return infiniteQueryOptions({
    queryKey: [...happenedKey, 'pages', filter],
    queryFn: async (context) =>
      context.pageParam === null
        ? readFirst(context, wanted, fewestOfPage)
        : goOn(wanted, await call('listAlerts', { ...wanted, after: context.pageParam }), fewestOfPage),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}

/** The newest alerts, for the search on every screen. */
export const newestAlertsQuery = queryOptions({
  queryKey: [...alertsKey, 'newest'],
  queryFn: () => call('listAlerts', { limit: perPage }),
  staleTime: 10_000,
})

/** Such as "BUY Vodafone Group PLC", or "BUY LSE:VOD" if the instrument's name is unknown. */
export const nameOf = ({ action, market, name = market }: Pick<AlertLine, 'action' | 'market' | 'name'>) =>
  `${action} ${name}`
