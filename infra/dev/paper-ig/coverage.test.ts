import { readFile, writeFile } from 'node:fs/promises'
import { format } from 'oxfmt'
import { expect, it } from 'vitest'
import { coverage, coverageTable, unplayed } from './coverage.ts'

const docs = new URL('README.md', import.meta.url)
const [begins, ends] = ['<!-- coverage -->', '<!-- /coverage -->']

it('every endpoint and version that paper IG answers has evidence for its answer, and no other endpoint is listed', () => {
  expect(coverage().filter(({ witness }) => witness === undefined)).toEqual([])
  expect(unplayed()).toEqual([])
})

it('the README contains the generated table of endpoints (UPDATE_DOCS=yes writes it)', async () => {
  const text = await readFile(docs, 'utf8')
  const [before = '', rest = ''] = text.split(begins)
  const [, after = ''] = rest.split(ends)
  const newText = `${before}${begins}\n\n${coverageTable()}\n\n${ends}${after}`
  const { code: made } = await format('README.md', newText, {
    printWidth: 110,
    embeddedLanguageFormatting: 'off',
  })
  if (process.env.UPDATE_DOCS === 'yes') await writeFile(docs, made)
  const normal = (markdown: string) => markdown.replace(/\s+/g, ' ')
  expect(normal(await readFile(docs, 'utf8'))).toBe(normal(made))
})
