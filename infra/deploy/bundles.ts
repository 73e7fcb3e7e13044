import { readNoOptions } from '../command-line.ts'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import { bundleFunctions } from './bundle.ts'
import { entryPoints, root } from '../stack/lambdas.ts'

const run = promisify(execFile)

/** Bytes that a cold start may load: round, so that only what loads another package comes near them. */
const ceilings: Readonly<Record<string, number>> = {
  'receive-alert/index': 400_000,
  'execute-alerts/index': 600_000,
  'background/reconcile-alerts': 600_000,
}
export const ceilingOf = (bundle: string) => ceilings[bundle] ?? 800_000

export type BundleFigures = {
  readonly name: string
  /** What a cold start loads: its own file first, by their paths in the repository. */
  readonly files: readonly string[]
  readonly bytes: number
  /** Files of ours and of packages that this is made from. */
  readonly modules: number
  /** Bytes by package, `own` for ours, largest first. */
  readonly packages: Readonly<Record<string, number>>
  /** What is loaded when it is first needed, by package. */
  readonly later: Readonly<Record<string, number>>
}

type Output = Metafile['outputs'][string]

const packageOf = (file: string) => {
  const inside = file.split('node_modules/').at(-1) as string
  if (inside === file) return 'own'
  return inside
    .split('/')
    .slice(0, inside.startsWith('@') ? 2 : 1)
    .join('/')
}

const bytesByPackage = (outputs: readonly Output[]) => {
  const packages: Record<string, number> = {}
  for (const [input, { bytesInOutput }] of outputs.flatMap(({ inputs }) => Object.entries(inputs)))
    if (bytesInOutput > 0) packages[packageOf(input)] = (packages[packageOf(input)] ?? 0) + bytesInOutput
  return Object.fromEntries(Object.entries(packages).sort(([, a], [, b]) => b - a))
}

/** The file and all that must be loaded before it; with what it may load later, if that is asked for. */
const closureOf = (
  file: string,
  outputs: Metafile['outputs'],
  withLater: boolean,
  found = new Set<string>(),
): Set<string> => {
  found.add(file)
  for (const { path, kind, external } of outputs[file]?.imports ?? [])
    if ((withLater || kind === 'import-statement') && !external && !found.has(path))
      closureOf(path, outputs, withLater, found)
  return found
}

export const figuresOf = ({ outputs }: Metafile): BundleFigures[] =>
  Object.keys(entryPoints())
    .map((name) => {
      const entry = Object.keys(outputs).find((file) => file.endsWith(`/${name}.mjs`)) as string
      const start = closureOf(entry, outputs, false)
      const first = [...start].map((file) => outputs[file] as Output)
      const later = [...closureOf(entry, outputs, true)]
        .filter((file) => !start.has(file))
        .map((file) => outputs[file] as Output)
      const inputs = first.flatMap((output) => Object.values(output.inputs))
      return {
        name,
        files: [...start],
        bytes: first.reduce((all, { bytes }) => all + bytes, 0),
        modules: inputs.filter(({ bytesInOutput }) => bytesInOutput > 0).length,
        packages: bytesByPackage(first),
        later: bytesByPackage(later),
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

/** `npm run bundles`: what each Lambda's cold start loads, what it may load later, and the CPU that its start takes. */
if (import.meta.main) {
  readNoOptions(
    'npm run bundles\n\nBundles every Lambda and prints its bytes, modules and start-up CPU time.',
  )
  const figures = figuresOf(await bundleFunctions())
  const row = (cells: readonly (string | number)[]) =>
    console.log(
      cells
        .map((cell, index) => (index === 0 ? String(cell).padEnd(32) : String(cell).padStart(10)))
        .join(''),
    )
  row(['bundle', 'bytes', 'ceiling', 'gzip', 'modules', 'later', 'init ms'])
  for (const { name, files, bytes, modules, later } of figures) {
    const gzip = files.reduce((all, file) => all + gzipSync(readFileSync(join(root, file))).length, 0)
    const cpu = await initCpu(join(root, files[0] as string))
    const loadedLater = Object.values(later).reduce((all, each) => all + each, 0)
    row([name, bytes, ceilingOf(name), gzip, modules, loadedLater, cpu.toFixed(0)])
  }
}
