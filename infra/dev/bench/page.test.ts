import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../stack/lambdas.ts'
import { figureOf } from './figure.ts'
import { pageOf, type Result } from './page.ts'
import { parts } from './parts.ts'

const published = (name: string) => join(root, 'docs', name)
const readResult = () => JSON.parse(readFileSync(published('benchmarks.json'), 'utf8')) as Result

const result: Result = {
  commit: '0123456789abcdef',
  changed: false,
  at: '2026-11-21T10:00:00.000Z',
  node: 'v24.0.0',
  cores: 2,
  loadBefore: [0.1, 0.2, 0.3],
  loadAfter: [1.1, 1.2, 1.3],
  seconds: { counts: 12 },
  allSeconds: 13,
  figures: [
    figureOf('counts', {
      name: 'write units per typical alert',
      value: 11.3,
      unit: 'WRU',
      target: 11,
      ceiling: 12,
      floor: 6,
    }),
    ...[300, 700, 250].map((value, index) =>
      figureOf('counts', {
        name: `bundle number-${index}`,
        value,
        unit: 'kB',
        target: 600,
        ceiling: 650,
        floor: 2,
      }),
    ),
    figureOf('counts', { name: 'what no section shows', value: 1, unit: 'calls', target: 1, floor: 1 }),
  ],
}

describe('the page of figures', () => {
  it('gives figures with their target, ceiling and floor, and says when and of which commit', () => {
    const page = pageOf(result)
    expect(page).toContain('| ~ | write units per typical alert | 11.3 | WRU | 11 | 12 | 6 |')
    expect(page).toContain('2026-11-21, commit 0123456789ab, Node v24.0.0, 2 cores, load average 0.1 0.2 0.3')
    expect(page).not.toContain('what no section shows')
  })

  it('gives the largest figure and the median if several are of one kind', () => {
    const page = pageOf(result)
    expect(page).toContain('| ✗ | bundle number-1 (largest of 3) | 700 |')
    expect(page).toContain('| ✓ | bundle number-0 (median) | 300 |')
    expect(page).not.toContain('bundle number-2')
  })

  it('lists every figure above its ceiling', () => {
    expect(pageOf(result)).toMatch(/## Above their ceiling\n[^#]*bundle number-1 \| 700/)
  })

  it.runIf(existsSync(published('benchmarks.json')))('as published says what the published JSON says', () => {
    expect(readFileSync(published('benchmarks.md'), 'utf8')).toBe(pageOf(readResult()))
    // A part that is younger than the last published run is in the next one.
    expect(Object.keys(parts)).toEqual(expect.arrayContaining(Object.keys(readResult().seconds)))
  })
})
