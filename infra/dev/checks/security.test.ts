import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../stack/lambdas.ts'

const text = readFileSync(join(root, 'docs/security.md'), 'utf8')
const rows = [...text.matchAll(/^\| (\d+\.\d[\d.–, ]*?) +\| ([^|]+?) +\| ([^|]+?) +\| ?(.*?) *\|$/gm)].map(
  ([, item = '', about = '', state = '', shown = '']) => ({ item, about, state, shown }),
)

/** A file's name, then the names of tests in it, each in curly quotes. */
const cited = rows.flatMap(({ item, shown }) =>
  [...shown.matchAll(/([\w/.-]+\.test\.tsx?)((?:,? “[^”]+”)+)/g)].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => [item, file, name] as const),
  ),
)

describe('the list of ASVS items', () => {
  it('has each chapter, and each item once', () => {
    const chapters = new Set(rows.map(({ item }) => Number(item.split('.')[0])))
    expect([...chapters].sort((a, b) => a - b)).toEqual(Array.from({ length: 17 }, (_, index) => index + 1))
    expect(new Set(rows.map(({ item }) => item)).size).toBe(rows.length)
    expect(rows.length).toBeGreaterThan(140)
  })

  it('says of each item that it is met, not met, not applicable, or a deviation with its reason', () => {
    for (const { item, state, shown } of rows) {
      expect(['met', 'n/a', 'not met', 'deviation'], item).toContain(state)
      if (state !== 'n/a') expect(shown, item).not.toBe('')
    }
  })

  it.each(cited)('%s is shown by a test of %s: %s', (_item, file, name) => {
    expect(existsSync(join(root, file)), file).toBe(true)
    expect(readFileSync(join(root, file), 'utf8')).toContain(name)
  })

  it('names what is not met yet, and nothing of it is left out', () => {
    expect(rows.filter(({ state }) => state === 'not met').map(({ item }) => item)).toEqual([])
  })
})
