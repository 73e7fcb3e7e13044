import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../../stack/lambdas.ts'
import type { runTests } from './run-tests.ts'

const run = promisify(execFile)

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalpost-tests-'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const project = (name: string) => ({ test: { name, include: [`*.${name}.test.ts`] } })
  const config = { test: { projects: [project('unit'), project('browser')] } }
  await writeFile(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(config)}`)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const passing = `import { it } from 'vitest'; it('passes', () => {})`
/** A test file that runs `act` only on its first run. */
const once = (act: string) => `
  import { existsSync, writeFileSync } from 'node:fs'
  import { expect, it } from 'vitest'
  it('passes', () => {})
  it('is slow', async () => {
    if (existsSync('seen')) return
    writeFileSync('seen', '')
    ${act}
  })`

/** Runs test files in a separate process. Only files with `browser` in their names may be retried. */
const resultOf = async (files: Readonly<Record<string, string>>) => {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const runner = pathToFileURL(join(import.meta.dirname, 'run-tests.ts')).href
  const script = `
    const { runTests } = await import('${runner}')
    const result = await runTests(['unit', 'browser'], (file) => file.includes('browser'))
    console.log('\\n' + JSON.stringify(result))
    process.exit(0)`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: folder })
  return JSON.parse(stdout.trim().split('\n').at(-1) as string) as Awaited<ReturnType<typeof runTests>>
}

describe('a run of the check', () => {
  it('passes and reports no unsteady file if every test passes', async () => {
    expect(await resultOf({ 'a.unit.test.ts': passing, 'b.browser.test.ts': passing })).toEqual({
      counts: { passed: 2, failed: 0, skipped: 0 },
      unsteady: [],
      isGreen: true,
    })
  })

  it.each([
    ['a test', 'expect(1).toBe(2)', 'is slow: expected 1 to be 2'],
    ['an error after its test', `void Promise.reject(new Error('too late'))`, 'too late'],
  ])(
    'lists a browser test that passed on the second try, with its first failure: %s',
    async (_, act, said) => {
      const { counts, unsteady, isGreen } = await resultOf({
        'a.unit.test.ts': passing,
        'b.browser.test.ts': once(act),
      })
      expect(counts).toEqual({ passed: 3, failed: 0, skipped: 0 })
      expect(unsteady).toEqual([
        { file: 'b.browser.test.ts', firstFailure: expect.stringContaining(said) as string },
      ])
      expect(isGreen).toBe(true)
    },
  )

  it('fails if a browser test fails twice, wherever its file stands among the others', async () => {
    const fails = `import { expect, it } from 'vitest'; it('fails', () => expect(1).toBe(2))`
    // Vitest runs the longest file first.
    const first = `${passing} // ${'long '.repeat(100)}`
    const files = { 'a.browser.test.ts': first, 'b.browser.test.ts': fails, 'c.unit.test.ts': passing }
    expect(await resultOf(files)).toEqual({
      counts: { passed: 2, failed: 1, skipped: 0 },
      unsteady: [],
      isGreen: false,
    })
  })

  it('never retries a unit test', async () => {
    const files = { 'a.unit.test.ts': once('expect(1).toBe(2)'), 'b.browser.test.ts': passing }
    expect(await resultOf(files)).toEqual({
      counts: { passed: 2, failed: 1, skipped: 0 },
      unsteady: [],
      isGreen: false,
    })
  })

  it('fails if a file cannot be loaded', async () => {
    const broken = { 'a.unit.test.ts': `throw new Error('not loaded')` }
    expect((await resultOf(broken)).isGreen).toBe(false)
  })
})
