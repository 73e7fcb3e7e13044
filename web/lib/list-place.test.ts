import { describe, expect, it } from 'vitest'
import { searchableRequest, searchedPage } from './list-place.ts'

const answer = {
  count: 4,
  next: null,
  previous: null,
  results: [
    'IX.D.FTSE.DAILY.IP BUY',
    'UA.D.AAPL.DAILY.IP SELL',
    'UA.D.TSLA.DAILY.IP SELL',
    'CS.D.GBPUSD BUY',
  ],
}
const searched = (q: string, page = 1, size = 20) =>
  searchedPage({ q, page, size }, (row: string) => [row])(answer)

describe('a searched list', () => {
  it('asks for one page while nothing is searched, and for everything else', () => {
    expect(searchableRequest({ q: ' ', page: 3, size: 50 })).toEqual({ offset: 100, limit: 50 })
    expect(searchableRequest({ q: 'ftse', page: 3, size: 50 })).toEqual({ offset: 0, limit: 1_000 })
  })

  it('gives the very answer while nothing is searched', () => {
    expect(searched('')).toBe(answer)
  })

  it('finds every word in any letter case', () => {
    expect(searched('sell ua.d').results).toHaveLength(2)
    expect(searched('aapl SELL').results).toEqual(['UA.D.AAPL.DAILY.IP SELL'])
    expect(searched('aapl buy')).toMatchObject({ count: 0, results: [] })
  })

  it('pages what was found', () => {
    expect(searched('daily', 2, 2)).toMatchObject({ count: 3, results: ['UA.D.TSLA.DAILY.IP SELL'] })
  })
})
