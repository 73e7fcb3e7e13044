import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tables } from '../../../shared/platform/tables.ts'
import { outcomeNames } from '../../../shared/trading/model/outcome-names.ts'
import { root } from '../../stack/lambdas.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const pathsIn = (text: string) =>
  [...text.matchAll(/`((?:shared|functions|web|infra|docs)\/[^`\s]*)`/g)].map(([, path]) => path as string)
/** Returns the folders of a path before its placeholder, or the whole path if it has no placeholder. */
const fixedPart = (path: string) => (/[<{]/.test(path) ? dirname(`${path.replace(/[<{].*/, '')}x`) : path)

const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', '.github/pull_request_template.md'],
  ...readdirSync(join(root, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
]
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

describe.each(documents)('documentation: %s', (file) => {
  it('names only files and folders that exist', () => {
    const paths = pathsIn(read(file)).map(fixedPart)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('names only scripts that exist', () => {
    const named = [...read(file).matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name as string)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  it('links only to files that exist', () => {
    const links = [...read(file).matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(([, link]) => link as string)
    expect(links.filter((link) => !existsSync(join(root, dirname(file), link)))).toEqual([])
  })
})

it('package.json has at most 20 scripts', () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(20)
})

it.each(['README.md', 'docs/architecture.md'])('%s names every outcome of an alert', (file) => {
  const text = read(file)
  expect(outcomeNames.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([])
})

it('docs/architecture.md names every table', () => {
  const text = read('docs/architecture.md')
  expect(Object.keys(tables).filter((name) => !new RegExp(`^\\| ${name} `, 'm').test(text))).toEqual([])
})

it('the glossary has at most 45 lines', () => {
  expect(read('docs/glossary.md').trim().split('\n').length).toBeLessThanOrEqual(45)
})
