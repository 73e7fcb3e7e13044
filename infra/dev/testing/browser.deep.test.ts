import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../../stack/lambdas.ts'

const run = promisify(execFile)

// The packaged Chromium exists for Linux only.
test.skipIf(process.platform !== 'linux')(
  'two processes that first need Chromium at once both get one that runs',
  async () => {
    const empty = mkdtempSync(join(tmpdir(), 'signalpost-bare-'))
    try {
      const look = () =>
        run(
          process.execPath,
          [
            '--input-type=module',
            '--eval',
            "const { packagedChromium } = await import('./infra/dev/testing/browser.ts'); console.log(await packagedChromium())",
          ],
          { cwd: root, env: { ...process.env, TMPDIR: empty } },
        )
      const found = (await Promise.all([look(), look()])).map(({ stdout }) => stdout.trim())
      expect(found[0]).toBe(found[1])
      const { stdout } = await run(found[0] as string, ['--version', '--no-sandbox', '--headless'])
      expect(stdout).toMatch(/Chrom/)
      expect(readdirSync(empty)).toHaveLength(1)
    } finally {
      rmSync(empty, { recursive: true, force: true })
    }
  },
)
