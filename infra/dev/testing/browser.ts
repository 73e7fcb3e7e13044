import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import manifest from '../../../package.json' with { type: 'json' }

/** Headless, quiet towards the network, and able to run as root in a container. */
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
 * A real Chromium: the system's own, else the one that an npm package ships.
 * @returns null, and one line on stderr, if neither runs: then the tests that need it are skipped
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

/**
 * Unpacks the packaged Chromium once per version. The package itself would reuse whatever lies at one fixed place,
 * also an older version, or what another process has half unpacked.
 * @public its test loads it in a process of its own
 */
export const packagedChromium = async () => {
  const home = join(tmpdir(), `signalpost-chromium-${manifest.devDependencies['@sparticuz/chromium']}`)
  const executable = join(home, 'chromium')
  if (existsSync(executable)) return executable
  const { default: packaged } = await import('@sparticuz/chromium')
  const unpacking = mkdtempSync(join(tmpdir(), 'signalpost-chromium-'))
  const { TMPDIR } = process.env
  try {
    process.env.TMPDIR = unpacking
    await packaged.executablePath()
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
