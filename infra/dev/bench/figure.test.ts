import { describe, expect, it } from 'vitest'
import { figureOf } from './figure.ts'
import { tableOf } from './table.ts'

describe('a figure', () => {
  it('passes if it is not above its ceiling', () => {
    const count = { name: 'calls', value: 3, unit: 'calls', target: 3, ceiling: 3, floor: 1 }
    expect(figureOf('counts', count).ok).toBe(true)
    expect(figureOf('counts', { ...count, value: 3.01 }).ok).toBe(false)
  })

  it('cannot fail without a ceiling, unless nothing was measured', () => {
    expect(figureOf('clocks', { name: 'ratio', value: 900, unit: '×', target: 2, floor: 1 }).ok).toBe(true)
    expect(figureOf('clocks', { name: 'ratio', value: NaN, unit: '×', target: 2, floor: 1 }).ok).toBe(false)
  })

  it('is printed with its target, ceiling and floor, and with a mark that shows whether it passes', () => {
    const table = tableOf([
      figureOf('counts', { name: 'good', value: 2, unit: 'calls', target: 2, ceiling: 3, floor: 1 }),
      figureOf('counts', {
        name: 'above its target',
        value: 2.5,
        unit: 'calls',
        target: 2,
        ceiling: 3,
        floor: 1,
      }),
      figureOf('counts', { name: 'too many', value: 1234, unit: 'calls', target: 2, ceiling: 3, floor: 1 }),
    ])
    expect(table).toMatch(/✓ {2}good +2 {2}calls +2 +3 +1/)
    expect(table).toMatch(/~ {2}above its target +2\.5/)
    expect(table).toMatch(/✗ {2}too many +1,234/)
  })
})
