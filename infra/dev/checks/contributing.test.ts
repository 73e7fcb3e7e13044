import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../lambdas.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const pathsIn = (text: string) =>
  [...text.matchAll(/`((?:shared|functions|web|infra|docs)\/[^`\s]*)`/g)].map(([, path]) => path as string)
/** Of a path with a placeholder, what lies before it. */
const fixedPart = (path: string) => (/[<{]/.test(path) ? dirname(`${path.replace(/[<{].*/, '')}x`) : path)

it.each(['CONTRIBUTING.md', 'README.md'])('%s names only files and folders that are there', (file) => {
  const paths = pathsIn(read(file)).map(fixedPart)
  expect(paths.length).toBeGreaterThan(5)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

it('CONTRIBUTING.md names only scripts that are there', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = [...read('CONTRIBUTING.md').matchAll(/npm run (\w+)/g)].map(([, name]) => name as string)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

it('the glossary fits on a screen', () => {
  expect(read('docs/glossary.md').trim().split('\n').length).toBeLessThanOrEqual(40)
})
