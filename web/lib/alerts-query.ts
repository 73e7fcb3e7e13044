import { infiniteQueryOptions, type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import type { RequestOf, ResponseOf } from '../../shared/contract/index.ts'
import type { AlertLine } from '../../shared/logs/alert-line.schema.ts'
import { call } from './api.ts'
import { poll } from './polls.ts'

/** Query key of everything that shows alerts. */
export const alertsKey = ['alerts'] as const

const perPage = 100
/** A page goes on until it has this many, or there are no more. */
const fewestOfPage = 20

type Wanted = RequestOf<'listAlerts'>
/** Which alerts, of all there are. */
export type AlertFilter = Omit<Wanted, 'limit' | 'after'>
type AlertPage = ResponseOf<'listAlerts'>

/** A page together with those behind it, until they hold enough: a page with filters may find few though there is more. */
const goOn = async (wanted: Wanted, first: AlertPage, enough: number) => {
  const pages = [first]
  const found = () => pages.flatMap(({ results }) => results)
  let { next } = first
  while (found().length < enough && next !== null) {
    const page: AlertPage = await call('listAlerts', { ...wanted, after: next })
    pages.push(page)
    next = page.next
  }
  return { results: found(), next, bursts: pages.flatMap(({ bursts = [] }) => bursts) }
}

const readFirst = async (context: QueryFunctionContext, wanted: Wanted, enough: number) =>
  goOn(wanted, await poll('listAlerts', wanted)(context), enough)

/** What asks the user something, on every screen. Who may be asked looks often: a yes counts for a minute. */
export const askingQuery = (mayAsk: boolean) =>
  queryOptions({
    queryKey: [...alertsKey, 'asking'],
    // Few, but none may be missing.
    queryFn: async (context: QueryFunctionContext): Promise<readonly AlertLine[]> =>
      (await readFirst(context, { state: 'asking', limit: perPage }, Number.POSITIVE_INFINITY)).results,
    refetchInterval: mayAsk ? 5_000 : 10_000,
  })

/** In the browser's zone (ISO 8601). */
export const startOfToday = () => new Date(new Date().setHours(0, 0, 0, 0)).toISOString()

/** Query key of what is read again only when something has happened, which the newest log entry shows. */
export const happenedKey = [...alertsKey, 'happened'] as const

/** The newest alert that a filter finds, however many newer ones it does not. */
export const newestAlertQuery = (filter: AlertFilter) =>
  queryOptions({
    queryKey: [...happenedKey, 'newest', filter],
    queryFn: async (context: QueryFunctionContext) =>
      (await readFirst(context, { ...filter, limit: 1 }, 1)).results[0] ?? null,
  })

/** Alerts by time, newest first, with their bursts; each page has some, or is the last. */
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

/** The newest alerts, as the search on every screen reads them. */
export const newestAlertsQuery = queryOptions({
  queryKey: [...alertsKey, 'newest'],
  queryFn: () => call('listAlerts', { limit: perPage }),
  staleTime: 10_000,
})

/** "BUY Vodafone Group PLC"; by its market if the instrument's name is not known: "BUY LSE:VOD" */
export const nameOf = ({ action, market, name = market }: Pick<AlertLine, 'action' | 'market' | 'name'>) =>
  `${action} ${name}`
