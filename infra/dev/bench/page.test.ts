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
      name: 'calls | warm',
      value: 8,
      unit: 'calls',
      target: 8,
      ceiling: 9,
      floor: 4,
      note: 'median',
    }),
  ],
}

describe('the page of figures', () => {
  it('gives each figure with its target, ceiling and floor, and says when and of which commit', () => {
    const page = pageOf(result)
    expect(page).toContain('| ✓ | calls \\| warm | 8 | calls | 8 | 9 | 4 | median |')
    expect(page).toContain('2026-11-21, commit 0123456789ab, Node v24.0.0, 2 cores, load average 0.1 0.2 0.3')
  })

  it.runIf(existsSync(published('benchmarks.json')))('as published says what the published JSON says', () => {
    expect(readFileSync(published('benchmarks.md'), 'utf8')).toBe(pageOf(readResult()))
    // A part that is younger than the last published run is in the next one.
    expect(Object.keys(parts)).toEqual(expect.arrayContaining(Object.keys(readResult().seconds)))
  })
})
