import type { Instrument } from '../../../shared/instruments/instrument.schema.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isSearch, type ListPlace, pageRequest } from '../../lib/list-place.ts'
import { call } from '../../lib/api.ts'

export const instrumentsKey = ['instruments'] as const
const instrumentsRefresh = 30_000
const searchFresh = 2 * 60_000

/** The query key of the earlier lists, which uploads have replaced. */
export const earlierListsKey = ['earlier-instruments'] as const
export const earlierListsQuery = queryOptions({
  queryKey: earlierListsKey,
  queryFn: () => call('listEarlierInstruments', {}),
})

/**
 * Reads a page of the list, or the results of a search. A page is read again regularly; results are reused for two
 * minutes.
 */
export const instrumentsQuery = (place: ListPlace) => {
  const page = { ...pageRequest(place), ...(place.sort ? { sort: place.sort } : {}) }
  const search = isSearch(place) ? { ...page, q: place.q.trim() } : null
  return queryOptions({
    queryKey: [...instrumentsKey, search ?? page],
    queryFn: () => (search ? call('searchInstruments', search) : call('listInstruments', page)),
    placeholderData: keepPreviousData,
    ...(search ? { staleTime: searchFresh, retry: 2 } : { refetchInterval: instrumentsRefresh }),
  })
}

/** Reads the instrument of a market; null if the list doesn't contain the market. */
export const instrumentQuery = (market: string) =>
  queryOptions({
    queryKey: [...instrumentsKey, 'one', market],
    queryFn: async () => {
      const { results } = await call('searchInstruments', { offset: 0, limit: 100, marketAndSymbol: market })
      const isIt = ({ marketAndSymbol }: Instrument) => marketAndSymbol.toUpperCase() === market.toUpperCase()
      return results.find(isIt) ?? null
    },
  })
