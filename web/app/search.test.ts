import { describe, expect, it } from 'vitest'
import { logsSearch, positionsSearch, tableSearch, tokenSearch } from './search.ts'

it('the positions page reads the list’s page and the opened deal from the address, and ignores an invalid deal', () => {
  expect(positionsSearch({ page: 2, deal: 'DIAAAAPOS1' })).toMatchObject({ page: 2, deal: 'DIAAAAPOS1' })
  expect(positionsSearch({ deal: ['a'] }).deal).toBeUndefined()
})

describe('a table’s place in the address', () => {
  it('is read whether or not the router has parsed it as a number', () => {
    const place = { page: 3, size: 50, q: 'aapl' }
    expect(tableSearch(place)).toEqual(place)
    expect(tableSearch({ page: '3', size: '50', q: 'aapl' })).toEqual(place)
  })

  it.each([
    { page: 0 },
    { page: -1 },
    { page: 1.5 },
    { page: 'two' },
    { page: 1e300 },
    { size: 7 },
    { size: 'all' },
    { q: 'x'.repeat(101) },
    { q: ['a'] },
  ])('ignores invalid search parameters: %o', (search) => {
    expect(tableSearch(search)).toEqual({ page: undefined, size: undefined, q: undefined })
  })

  it('keeps a search term of digits as text', () => {
    expect(tableSearch({ q: 500 }).q).toBe('500')
  })

  it('accepts the page size that shows all rows', () => {
    expect(tableSearch({ size: 1000 }).size).toBe(1000)
  })
})

describe('the log’s filters in the address', () => {
  it('are times with a time zone, and a type of entry', () => {
    const filters = { from: '2026-11-21T09:00:00.000Z', to: '2026-11-21T10:00:00+01:00', type: 'ALERT' }
    expect(logsSearch(filters)).toMatchObject(filters)
    expect(logsSearch({ type: 'ALL' }).type).toBe('ALL')
  })

  it.each([
    { from: '2026-11-21' },
    { from: '2026-11-21T09:00:00' },
    { to: '2026-13-41T09:00:00Z' },
    { to: 5 },
    { type: 'alert' },
    { type: 'NOISE' },
  ])('are ignored if they are invalid: %o', (search) => {
    const { from, to, type } = logsSearch(search)
    expect([from, to, type]).toEqual([undefined, undefined, undefined])
  })
})

describe('the token of a reset link', () => {
  it('is a text of any length, because only the server knows whether the token is valid', () => {
    expect(tokenSearch({ token: 'abc' }).token).toBe('abc')
    expect(tokenSearch({ token: 12345 }).token).toBe('12345')
    expect(tokenSearch({ token: 'x'.repeat(5_000) }).token).toHaveLength(5_000)
    expect(tokenSearch({}).token).toBeUndefined()
  })
})
