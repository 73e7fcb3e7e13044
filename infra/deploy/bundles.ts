import type { Metafile } from 'esbuild'
import { entryPoints } from '../stack/lambdas.ts'

/**
 * Maximum bytes that a cold start may load, by bundle. The figures are generous, so that only an additional package
 * exceeds them.
 */
const ceilings: Readonly<Record<string, number>> = {
  'receive-alert/index': 400_000,
  'execute-alerts/index': 600_000,
  'background/reconcile-alerts': 600_000,
  // The reader of Yahoo brings 350 kB, a list of all public suffixes of domains among it. It runs once a day.
  'background/fetch-dividend-dates': 900_000,
}
export const ceilingOf = (bundle: string) => ceilings[bundle] ?? 800_000

export type BundleFigures = {
  readonly name: string
  /** Paths of the files that a cold start loads. The bundle's own file is first. */
  readonly files: readonly string[]
  readonly bytes: number
  /** Number of source files in this bundle, including files of packages. */
  readonly modules: number
  /** Bytes by package, largest first. `own` is our own code. */
  readonly packages: Readonly<Record<string, number>>
  /** Bytes that are loaded on demand, by package. */
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

/**
 * Lists a file and everything that it imports.
 * @param withLater whether to include dynamic imports
 */
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
