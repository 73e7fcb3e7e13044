import type { Page } from '../../shared/page.ts'
import { pageLimits } from '../../shared/page-limits.ts'

/** Where one is in a list. */
export type ListPlace = { readonly page: number; readonly size: number; readonly q: string }

export const isSearch = ({ q }: ListPlace) => q.trim() !== ''

export const pageRequest = ({ page, size }: Omit<ListPlace, 'q'>) => ({
  offset: (page - 1) * size,
  limit: size,
})

/** A search looks through everything; the server pages these lists and does not search them. */
export const searchableRequest = (place: ListPlace) =>
  isSearch(place) ? { offset: 0, limit: pageLimits.max } : pageRequest(place)

/** Of an answer to `searchableRequest`, the page of the rows in which each word of the search is found. */
export const searchedPage =
  <Row>(place: ListPlace, textOf: (row: Row) => readonly (string | undefined)[]) =>
  (answer: Page<Row>): Page<Row> => {
    if (!isSearch(place)) return answer
    const words = place.q.toLowerCase().trim().split(/\s+/)
    const found = answer.results.filter((row) => {
      const text = textOf(row).join('\n').toLowerCase()
      return words.every((word) => text.includes(word))
    })
    const { offset, limit } = pageRequest(place)
    return { count: found.length, next: null, previous: null, results: found.slice(offset, offset + limit) }
  }
