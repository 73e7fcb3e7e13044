import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { siteFolder } from '../stack/site-folder.ts'

/**
 * The site's files that the local cloud serves. infra/dev/testing/build-once.ts builds them.
 * infra/dev/e2e/weight.e2e.test.ts checks the size of pages.
 */
const files = readdirSync(siteFolder, { recursive: true, encoding: 'utf8' })
const textOf = (name: string) => readFileSync(join(siteFolder, name), 'utf8')
const maxFontBytes = 40_000

describe('the site', () => {
  it('has only one font, and no page waits for it', () => {
    const fonts = files.filter((file) => /\.(woff2?|ttf|otf|eot)$/.test(file))
    expect(fonts).toEqual([expect.stringMatching(/\.woff2$/)])
    expect(readFileSync(join(siteFolder, fonts[0]!)).length).toBeLessThanOrEqual(maxFontBytes)
    const styles = files.filter((file) => extname(file) === '.css')
    const faces = styles.flatMap((file) => textOf(file).match(/@font-face\{[^}]*\}/g) ?? [])
    expect(faces).toEqual([expect.stringContaining('font-display:optional')])
  })

  it('refers to no other origin', () => {
    const texts = files.filter((name) => ['.html', '.css'].includes(extname(name)))
    expect(texts.length).toBeGreaterThan(1)
    for (const file of texts)
      expect(textOf(file), file).not.toMatch(/(src|href)="(https?:)?\/\/|url\(["']?(https?:)?\/\/|@import/)
  })
})
