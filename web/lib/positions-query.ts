import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Position } from '../../shared/deals/dealing.ts'
import { type ListPlace, searchableRequest, searchedPage } from './list-place.ts'
import { poll } from './polls.ts'

export const positionsKey = ['positions'] as const
export const positionsRefresh = 10_000

const textOf = ({ dealId, igEpic, marketAndSymbol, name, direction }: Position) => [
  name,
  dealId,
  igEpic,
  marketAndSymbol,
  direction,
]

export const positionsQuery = (place: ListPlace) => {
  const request = searchableRequest(place)
  return queryOptions({
    queryKey: [...positionsKey, request],
    queryFn: poll('listPositions', request),
    select: searchedPage(place, textOf),
    refetchInterval: positionsRefresh,
    placeholderData: keepPreviousData,
  })
}
