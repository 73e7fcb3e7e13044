import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** Requests the first 100 names. A longer list of suggestions would not help. */
const suggestions = { offset: 0, limit: 100 } as const

export const suggestedMarketsQuery = queryOptions({
  queryKey: ['instruments', suggestions],
  queryFn: () => call('listInstruments', suggestions),
  select: ({ results }) => results.map(({ marketAndSymbol }) => marketAndSymbol),
})
