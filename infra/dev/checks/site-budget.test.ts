import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSite } from '../../deploy/build-assets.ts'

/** What a visitor loads, from Vite's manifest: chunks and what each imports at once. */
type Chunk = {
  readonly file: string
  readonly imports?: readonly string[]
}

/** Kilobytes of 1,000 bytes, gzip. */
const budget = { login: 117, furtherRoute: 90, font: 40 } as const

let folder: string
let manifest: Readonly<Record<string, Chunk>>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signalpost-site-'))
  await buildSite(folder)
  manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as typeof manifest
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const filesOf = (...names: readonly string[]): Set<string> => {
  const seen = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name] ?? Object.entries(manifest).find(([key]) => key.startsWith(`${name}-`))?.[1]
    if (!chunk) throw new Error(`${name} is not in the build`)
    if (seen.has(chunk.file)) return
    seen.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  names.forEach(visit)
  return seen
}

const kilobytes = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0) / 1_000

const loginFiles = () => filesOf('index.html', 'pages/login.tsx')

/**
 * Chunks that a page's first rendering asks for in addition to its imports. That these are all, and that nothing else comes, is
 * seen in a real browser by e2e/weight.e2e.test.ts.
 */
const askedForAtOnce: Readonly<Record<string, readonly string[]>> = {
  // The client lies in the shell's chunk (`web/chunks.ts`).
  'pages/change-password.tsx': ['_shell'],
  'pages/settings.tsx': ['components/tooltip-box.tsx'],
}
const beforeSignIn = ['login', 'register', 'reset-password', 'change-password', 'not-found']

/** What someone loads who has only ever opened the login page, and now follows a link to this one. */
const furtherFiles = (page: string) => {
  const isPublic = beforeSignIn.some((name) => page === `pages/${name}.tsx`)
  const shell = isPublic ? [] : ['app/layout.tsx']
  const loaded = loginFiles()
  const needed = filesOf('index.html', ...shell, page, ...(askedForAtOnce[page] ?? []))
  return [...needed].filter((file) => !loaded.has(file))
}

describe('the weight of the site', () => {
  it(`is at most ${budget.login} kB of JavaScript when the login page opens`, () => {
    expect(kilobytes(loginFiles())).toBeLessThanOrEqual(budget.login)
  })

  it(`grows by at most ${budget.furtherRoute} kB with any further route`, () => {
    const pages = Object.keys(manifest).filter((name) => /^pages\/.+\.tsx$/.test(name))
    expect(pages.length).toBeGreaterThan(10)
    const added = pages.map((page) => ({
      page,
      kilobytes: kilobytes(furtherFiles(page)),
    }))
    expect(added.filter(({ kilobytes }) => kilobytes > budget.furtherRoute)).toEqual([])
  })

  it(`brings one font of at most ${budget.font} kB, which no page waits for`, () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const fonts = files.filter((file) => /\.(woff2?|ttf|otf|eot)$/.test(file))
    expect(fonts).toEqual([expect.stringMatching(/\.woff2$/)])
    expect(readFileSync(join(folder, fonts[0]!)).length / 1_000).toBeLessThanOrEqual(budget.font)
    const styles = files.filter((file) => extname(file) === '.css')
    const faces = styles.flatMap(
      (file) => readFileSync(join(folder, file), 'utf8').match(/@font-face\{[^}]*\}/g) ?? [],
    )
    expect(faces).toEqual([expect.stringContaining('font-display:optional')])
  })

  it('names no other origin', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    for (const file of files.filter((name) => ['.html', '.css'].includes(extname(name)))) {
      const text = readFileSync(join(folder, file), 'utf8')
      expect(text, file).not.toMatch(/(src|href)="(https?:)?\/\/|url\(["']?(https?:)?\/\/|@import/)
    }
  })
})
