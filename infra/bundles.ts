import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import { bundleFolder, bundleInto } from './bundle.ts'

const run = promisify(execFile)

/** Bytes that a bundle may have: what loads at a cold start. They only ever move down. */
export const ceilings: Readonly<Record<string, number>> = {
  'not-implemented': 20_000,
  'receive-alert': 340_000,
  // Half of these is the reader of Yahoo's candles, which most alerts never ask.
  'queues-execute-alerts': 850_000,
  'queues-bury-alerts': 830_000,
  'schedules-reconcile-alerts': 830_000,
  'schedules-fetch-dividend-dates': 710_000,
  'try-alert': 750_000,
  // These hold the S3 client as well.
  'download-logs': 460_000,
  'download-user-logs': 460_000,
  'delete-user': 560_000,
  'schedules-finish-deletions': 450_000,
}
const ceilingOfOthers = 400_000
export const ceilingOf = (bundle: string) => ceilings[bundle] ?? ceilingOfOthers

export type BundleFigures = {
  readonly name: string
  readonly bytes: number
  /** Files of ours and of packages that it is made from. */
  readonly modules: number
  /** Bytes by package, `own` for ours, largest first. */
  readonly packages: Readonly<Record<string, number>>
}

const packageOf = (file: string) => {
  const inside = file.split('node_modules/').at(-1) as string
  if (inside === file) return 'own'
  return inside
    .split('/')
    .slice(0, inside.startsWith('@') ? 2 : 1)
    .join('/')
}

export const figuresOf = ({ outputs }: Metafile): BundleFigures[] =>
  Object.entries(outputs)
    .filter(([file]) => file.endsWith('index.mjs'))
    .map(([file, { bytes, inputs }]) => {
      const packages: Record<string, number> = {}
      for (const [input, { bytesInOutput }] of Object.entries(inputs))
        if (bytesInOutput > 0) packages[packageOf(input)] = (packages[packageOf(input)] ?? 0) + bytesInOutput
      return {
        name: file.split('/').at(-2) as string,
        bytes,
        modules: Object.values(inputs).filter(({ bytesInOutput }) => bytesInOutput > 0).length,
        packages: Object.fromEntries(Object.entries(packages).sort(([, a], [, b]) => b - a)),
      }
    })
    .sort((a, b) => b.bytes - a.bytes)

/** Milliseconds of CPU that a new process spends on loading this, median of five; without what Node itself takes. */
const initCpu = async (file: string): Promise<number> => {
  const script = `const before = process.cpuUsage(); await import(${JSON.stringify(file)}); const { user, system } = process.cpuUsage(before); console.log((user + system) / 1000)`
  const times: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script])
    times.push(Number(stdout))
  }
  return times.sort((a, b) => a - b)[2] as number
}

/** `npm run bundles`: size, parts and initial CPU of every Lambda's bundle. */
if (import.meta.main) {
  const figures = figuresOf(await bundleInto(bundleFolder))
  const row = (cells: readonly (string | number)[]) =>
    console.log(
      cells
        .map((cell, index) => (index === 0 ? String(cell).padEnd(32) : String(cell).padStart(10)))
        .join(''),
    )
  row(['bundle', 'bytes', 'ceiling', 'gzip', 'modules', 'init ms'])
  for (const { name, bytes, modules } of figures) {
    const file = join(bundleFolder, name, 'index.mjs')
    const cpu = await initCpu(file)
    row([name, bytes, ceilingOf(name), gzipSync(readFileSync(file)).length, modules, cpu.toFixed(0)])
  }
}
