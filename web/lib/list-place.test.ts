import { describe, expect, it } from 'vitest'
import { searchableRequest, searchedPage } from './list-place.ts'

const answer = {
  count: 4,
  next: null,
  previous: null,
  results: [
    { text: 'IX.D.FTSE.DAILY.IP BUY' },
    { text: 'UA.D.AAPL.DAILY.IP SELL' },
    { text: 'UA.D.TSLA.DAILY.IP SELL' },
    { text: 'CS.D.GBPUSD BUY' },
  ],
}
const searched = (q: string, page = 1, size = 20) =>
  searchedPage({ q, page, size }, ({ text }: { text: string }) => [text])(answer)

describe('a searched list', () => {
  it('requests one page without a search, and all rows with a search', () => {
    expect(searchableRequest({ q: ' ', page: 3, size: 50 })).toEqual({ offset: 100, limit: 50 })
    expect(searchableRequest({ q: 'ftse', page: 3, size: 50 })).toEqual({ offset: 0, limit: 1_000 })
  })

  it('returns the response unchanged if there is no search', () => {
    expect(searched('')).toBe(answer)
  })

  it('finds rows that contain every word, in upper or lower case', () => {
    expect(searched('sell ua.d').results).toHaveLength(2)
    expect(searched('aapl SELL').results).toEqual([{ text: 'UA.D.AAPL.DAILY.IP SELL' }])
    expect(searched('aapl buy')).toMatchObject({ count: 0, results: [] })
  })

  it('sorts all rows before it selects a page', () => {
    const place = { q: '', page: 1, size: 1, sort: '-text' }
    expect(searchableRequest(place)).toEqual({ offset: 0, limit: 1_000 })
    const page = searchedPage(place, ({ text }: { text: string }) => [text])(answer)
    expect(page).toMatchObject({ count: 4, results: [{ text: 'UA.D.TSLA.DAILY.IP SELL' }] })
  })

  it('shows the matching rows page by page', () => {
    expect(searched('daily', 2, 2)).toMatchObject({
      count: 3,
      results: [{ text: 'UA.D.TSLA.DAILY.IP SELL' }],
    })
  })
})
