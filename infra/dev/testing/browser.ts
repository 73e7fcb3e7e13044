import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import manifest from './chromium/package.json' with { type: 'json' }

/** Options for a headless browser that makes no background calls and can run as root in a container. */
const options: LaunchOptions = {
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

/**
 * Opens a real Chromium: the system's, or otherwise the one in an npm package, which is installed on first use.
 * @returns null if neither starts; the reason is written to stderr, and tests that need a browser are skipped
 */
export const openBrowser = async (): Promise<Browser | null> => {
  const troubles: string[] = []
  for (const find of [systemChromium, packagedChromium]) {
    try {
      const executablePath = await find()
      if (executablePath) return await chromium.launch({ ...options, executablePath })
    } catch (error) {
      troubles.push(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
    }
  }
  console.error(
    `No Chromium runs here, so the browser tests are skipped: install chromium, or name one in CHROMIUM. ${troubles.join(' ')}`,
  )
  return null
}

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macApplication = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

const systemChromium = async () =>
  process.env.CHROMIUM ??
  [
    ...systemNames.flatMap((name) =>
      (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)),
    ),
    macApplication,
  ].find((path) => existsSync(path))

const run = promisify(execFile)

/**
 * Installs and unpacks the packaged Chromium once per version, outside the repository's packages, because only a
 * machine without a browser needs its 77 MB. The package on its own would reuse any file at its fixed path, even one of
 * an older version or one that another process has only half unpacked.
 * @public its test loads it in a separate process
 */
export const packagedChromium = async () => {
  const home = join(tmpdir(), `signalpost-chromium-${manifest.dependencies['@sparticuz/chromium']}`)
  const executable = join(home, 'chromium')
  if (existsSync(executable)) return executable
  const unpacking = mkdtempSync(join(tmpdir(), 'signalpost-chromium-'))
  const { TMPDIR } = process.env
  try {
    for (const file of ['package.json', 'package-lock.json'])
      copyFileSync(join(import.meta.dirname, 'chromium', file), join(unpacking, file))
    await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: unpacking,
      env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
    })
    const entry = createRequire(join(unpacking, 'package.json')).resolve('@sparticuz/chromium')
    const { default: packaged } = (await import(pathToFileURL(entry).href)) as {
      default: { executablePath(): Promise<string> }
    }
    process.env.TMPDIR = unpacking
    await packaged.executablePath()
    rmSync(join(unpacking, 'node_modules'), { recursive: true })
    renameSync(unpacking, home)
  } catch (error) {
    rmSync(unpacking, { recursive: true, force: true })
    if (!existsSync(executable)) throw error
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
  return executable
}
