import { expect, test } from 'vitest'
import { slicePage } from './slice-page.ts'

const rows = [1, 2, 3, 4, 5]
const page = (offset: number, limit: number) => slicePage('/orders', { offset, limit }, rows)

test('pages, from the first to past the end', () => {
  expect(page(0, 2)).toEqual({
    count: 5,
    next: '/api/v1/orders?offset=2&limit=2',
    previous: null,
    results: [1, 2],
  })
  expect(page(4, 2)).toEqual({
    count: 5,
    next: null,
    previous: '/api/v1/orders?offset=2&limit=2',
    results: [5],
  })
  expect(page(1, 2).previous).toBe('/api/v1/orders?offset=0&limit=2')
  expect(page(50, 20)).toMatchObject({ next: null, results: [] })
  expect(page(0, 5).next).toBeNull()
})
