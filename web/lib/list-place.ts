import type { Page } from '../../shared/platform/page.schema.ts'
import { sorted } from '../../shared/platform/sorted.ts'
import { pageLimits } from '../../shared/platform/page-limits.ts'
import { wordSearch } from '../../shared/platform/word-search.ts'

export type ListPlace = {
  readonly page: number
  readonly size: number
  readonly q: string
  readonly sort?: string | undefined
}

export const isSearch = ({ q }: ListPlace) => q.trim() !== ''

export const pageRequest = ({ page, size }: Pick<ListPlace, 'page' | 'size'>) => ({
  offset: (page - 1) * size,
  limit: size,
})

/**
 * Returns the request for a list. For a search or an order it requests all rows, because the server can neither search
 * nor sort these lists.
 */
export const searchableRequest = (place: ListPlace) =>
  isSearch(place) || place.sort ? { offset: 0, limit: pageLimits.max } : pageRequest(place)

/**
 * Returns the current page of a response to `searchableRequest`: its rows that contain each word of the search, sorted.
 */
export const searchedPage =
  <Row extends object>(place: ListPlace, textOf: (row: Row) => readonly (string | undefined)[]) =>
  <Answer extends Page<Row>>(answer: Answer): Answer => {
    if (!isSearch(place) && !place.sort) return answer
    const isFound = wordSearch(place.q)
    const found = sorted(
      answer.results.filter((row) => isFound(textOf(row).join('\n').toLowerCase())),
      place.sort,
    )
    const { offset, limit } = pageRequest(place)
    return {
      ...answer,
      count: found.length,
      next: null,
      previous: null,
      results: [...found.slice(offset, offset + limit)],
    }
  }
