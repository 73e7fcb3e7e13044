import { describe, expect, it } from 'vitest'
import { rowsToRender } from './rows-to-render.ts'

const range = (startIndex: number, endIndex: number) => ({ startIndex, endIndex, overscan: 10, count: 1_000 })

describe('rows to render', () => {
  it('include ten more rows below the visible rows at the top of a list', () => {
    const rows = rowsToRender(range(0, 11), null, 10)
    expect(rows).toEqual(Array.from({ length: 22 }, (_, index) => index))
  })

  it('include ten more rows in the direction of scrolling', () => {
    expect(rowsToRender(range(500, 511), 'forward', 12).at(-1)).toBe(521)
    expect(rowsToRender(range(500, 511), 'backward', 12)[0]).toBe(490)
  })

  it('include at least one row in the direction opposite to scrolling, so that the keyboard can step back', () => {
    for (const perRow of [8, 12, 14, 16, 20]) {
      expect(rowsToRender(range(500, 512), 'forward', perRow)[0]).toBeLessThan(500)
      expect(rowsToRender(range(500, 512), 'backward', perRow).at(-1)).toBeGreaterThan(512)
    }
  })

  it('have at most 375 elements if thirteen rows are visible, so that rows and heading stay within 400', () => {
    for (const perRow of [12, 14, 16, 18])
      for (const direction of ['forward', 'backward', null] as const)
        expect(rowsToRender(range(500, 512), direction, perRow).length * perRow).toBeLessThanOrEqual(375)
  })

  it('stop at the end of the list', () => {
    expect(rowsToRender({ startIndex: 0, endIndex: 2, overscan: 10, count: 3 }, null, 10)).toEqual([0, 1, 2])
  })
})
