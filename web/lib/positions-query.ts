import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { pageLimits } from '../../shared/platform/page-limits.ts'
import type { Position } from '../../shared/deals/dealing.schema.ts'
import { type ListPlace, searchableRequest, searchedPage } from './list-place.ts'
import { poll } from './polls.ts'

export const positionsKey = ['positions'] as const
export const positionsRefresh = 10_000

/**
 * Returns the total result of positions, and the number of positions without a known result. The total is null if no
 * result is known.
 */
export const resultOf = (positions: readonly Position[]) => {
  const known = positions.flatMap(({ profitLoss }) => (profitLoss === null ? [] : [profitLoss]))
  const unknown = positions.length - known.length
  const total = unknown > 0 && known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0)
  return { total, unknown }
}

const textOf = ({ dealId, igEpic, marketAndSymbol, name, direction, strategy }: Position) => [
  name,
  strategy,
  dealId,
  igEpic,
  marketAndSymbol,
  direction,
]

/** Requests all positions instead of one page of the list. */
export const everyPosition: ListPlace = { page: 1, size: pageLimits.max, q: '' }

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
