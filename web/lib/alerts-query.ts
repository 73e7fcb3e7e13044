import { infiniteQueryOptions, type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import type { RequestOf, ResponseOf } from '../../shared/contract/index.ts'
import type { AlertLine } from '../../shared/logs/alert-line.schema.ts'
import { call } from './api.ts'
import { poll } from './polls.ts'

/** The first part of the key of every query that reads alerts. */
export const alertsKey = ['alerts'] as const

const perPage = 100
/** The minimum number of alerts on a page, unless there are no more. */
const fewestOfPage = 20

type Wanted = RequestOf<'listAlerts'>
export type AlertFilter = Omit<Wanted, 'limit' | 'after'>
type AlertPage = ResponseOf<'listAlerts'>

/** Reads more pages until there are enough alerts. With a filter, a page may be short although more alerts follow. */
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
 * Reads the alerts that wait for the user. They are read more often if alerts may need approval, because an approval is
 * valid for only a minute.
 */
export const askingQuery = (mayAsk: boolean) =>
  queryOptions({
    queryKey: [...alertsKey, 'asking'],
    // All pages are read, because no alert may be missing.
    queryFn: async (context: QueryFunctionContext): Promise<readonly AlertLine[]> =>
      (await readFirst(context, { state: 'asking', limit: perPage }, Number.POSITIVE_INFINITY)).results,
    refetchInterval: mayAsk ? 5_000 : 10_000,
  })

/** Returns today's midnight in the browser's time zone, in ISO 8601. */
export const startOfToday = () => new Date(new Date().setHours(0, 0, 0, 0)).toISOString()

/**
 * The first part of the key of queries that are repeated only when a new log entry shows that something has happened.
 */
export const happenedKey = [...alertsKey, 'happened'] as const

/** Reads the newest alert that matches a filter. */
export const newestAlertQuery = (filter: AlertFilter) =>
  queryOptions({
    queryKey: [...happenedKey, 'newest', filter],
    queryFn: async (context: QueryFunctionContext) =>
      (await readFirst(context, { ...filter, limit: 1 }, 1)).results[0] ?? null,
  })

/** Reads alerts and their bursts, newest first. Every page except the last has a minimum number of alerts. */
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

/** Reads the newest alerts for the search, which is available on every screen. */
export const newestAlertsQuery = queryOptions({
  queryKey: [...alertsKey, 'newest'],
  queryFn: () => call('listAlerts', { limit: perPage }),
  staleTime: 10_000,
})

/** Returns text such as "BUY Vodafone Group PLC", or "BUY LSE:VOD" if the instrument's name is unknown. */
export const nameOf = ({ action, market, name = market }: Pick<AlertLine, 'action' | 'market' | 'name'>) =>
  `${action} ${name}`
