import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Order } from '../../shared/deals/dealing.schema.ts'
import { type ListPlace, searchableRequest, searchedPage } from './list-place.ts'
import { poll } from './polls.ts'

export const ordersKey = ['orders'] as const
const ordersRefresh = 30_000

const textOf = ({ dealId, igEpic, marketAndSymbol, name, direction, type }: Order) => [
  name,
  dealId,
  igEpic,
  marketAndSymbol,
  direction,
  type,
]

export const ordersQuery = (place: ListPlace) => {
  const request = searchableRequest(place)
  return queryOptions({
    queryKey: [...ordersKey, request],
    queryFn: poll('listOrders', request),
    select: searchedPage(place, textOf),
    refetchInterval: ordersRefresh,
    placeholderData: keepPreviousData,
  })
}
