import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contract, type Endpoint, endpointNames } from '../../../shared/contract/index.ts'
import { type Throttle, throttles } from '../../../functions/aws/throttle.ts'
import { root } from '../../stack/lambdas.ts'

const text = readFileSync(join(root, 'docs/security.md'), 'utf8')
const rows = [...text.matchAll(/^\| (\d+\.\d[\d.–, ]*?) +\| ([^|]+?) +\| ([^|]+?) +\| ?(.*?) *\|$/gm)].map(
  ([, item = '', about = '', state = '', shown = '']) => ({ item, about, state, shown }),
)

/**
 * Finds the names of tests and groups in a test file. A name is the first argument of `it`, `test` or `describe`, even
 * after `.each(…)`.
 */
const titlesIn = (source: string): string[] =>
  [...source.matchAll(/(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:(?!\1).)+)\1/g)].map(
    ([, , title = '']) => title,
  )

/**
 * The tests that the list cites, by file and name. In the list, a file's name is followed by test names in curly
 * quotes.
 */
const cited = rows.flatMap(({ item, shown }) =>
  [...shown.matchAll(/([\w/.-]+\.test\.tsx?)((?:,? “[^”]+”)+)/g)].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => [item, file, name] as const),
  ),
)

describe('the list of ASVS items', () => {
  it('contains every chapter, and each item once', () => {
    const chapters = new Set(rows.map(({ item }) => Number(item.split('.')[0])))
    expect([...chapters].sort((a, b) => a - b)).toEqual(Array.from({ length: 17 }, (_, index) => index + 1))
    expect(new Set(rows.map(({ item }) => item)).size).toBe(rows.length)
    expect(rows.length).toBeGreaterThan(140)
  })

  it('states for each item whether it is met, not met, not applicable or a deviation, and gives a reason', () => {
    for (const { item, state, shown } of rows) {
      expect(['met', 'n/a', 'not met', 'deviation'], item).toContain(state)
      if (state !== 'n/a') expect(shown, item).not.toBe('')
    }
  })

  it.each(cited)('cites an existing test for item %s, in %s: %s', (_item, file, name) => {
    expect(existsSync(join(root, file)), file).toBe(true)
    expect(titlesIn(readFileSync(join(root, file), 'utf8'))).toContain(name)
  })
})

it('the limits on repeated attempts in docs/security.md match the code', () => {
  const [, part = ''] = text.split('## Tries that are counted')
  const rows = [
    ...(part.split('\n## ')[0] ?? '').matchAll(/^\| ([a-z-]+) +\| (\d+) +\| (\d+) +\| (\d+) +\| \S.*\|$/gm),
  ].map(([, name, ...numbers]) => [name, ...numbers.map(Number)])
  const counted = Object.values<Throttle>(throttles).map(({ name, free, firstWait, longestWait }) => [
    name,
    free,
    firstWait,
    longestWait,
  ])
  expect(rows.toSorted()).toEqual(counted.toSorted())
})

it('docs/security.md names every endpoint that accepts a file', () => {
  const [, files = ''] = /^- \*\*Files\*\*([^]*?)^- /m.exec(text) ?? []
  const taking = endpointNames.filter((name) => (contract[name] as Endpoint).takes === 'file')
  expect(taking.length).toBeGreaterThan(2)
  for (const name of taking) expect(files).toContain(`\`${name}\``)
})

it('no code turns off the verification of certificates', () => {
  const files = ['functions', 'infra', 'shared'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.includes('node_modules') && name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => join(root, folder, name)),
  )
  expect(files.length).toBeGreaterThan(500)
  for (const file of files)
    expect(readFileSync(file, 'utf8'), file).not.toMatch(
      /rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity/,
    )
})
