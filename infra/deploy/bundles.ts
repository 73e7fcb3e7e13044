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

/**
 * Bytes that a cold start may load. They move down, or up with a reason in the commit. An endpoint's bundle
 * holds the contract of its domain: a new endpoint adds some 400 bytes to each of that domain. It also holds what any
 * Lambda of its folder uses of a file that it loads: esbuild shares files, not parts of them.
 */
export const ceilings: Readonly<Record<string, number>> = {
  'accounts/refresh-session': 389_000,
  'accounts/register': 420_500,
  'receive-alert/index': 325_000,
  // Decides, sends and confirms bursts together, reverses, reduces and moves stops, and packs over five dictionaries. Notes deals
  // for the journal, as the two below do, and keeps what alerts were decided on.
  'execute-alerts/index': 478_000,
  'handle-dead-letters/index': 378_500,
  // Also closes by the clock, guards profits, reports silence and watches limits.
  'background/reconcile-alerts': 492_500,
  'alerts/try-alert': 425_500,
  // Nothing but reading Yahoo.
  'background/fetch-dividend-dates': 746_500,
  // These tell the user by email, through a Lambda of its own.
  'accounts/login': 401_500,
  'tokens/make-token': 398_500,
  // Reads all that a screen polls, and tells bursts.
  'deals/list-changes': 391_500,
  // Counts new IG logins and secrets of one's own, and has its owner told of a new mode.
  'settings/update-settings': 484_000,
  'administration/update-user': 436_500,
  // These hold the words that passwords are guessed by.
  'accounts/change-password': 421_500,
  'accounts/change-own-password': 432_000,
  // These hold the S3 client also, and read the key that seals if a download goes on.
  'logs/download-logs': 469_000,
  'logs/download-user-logs': 471_500,
  'administration/delete-user': 552_000,
  'background/finish-deletions': 503_500,
  // These check what passkeys sign.
  'accounts/sign-in-with-passkey': 706_500,
  'accounts/step-up-with-passkey': 602_500,
  'accounts/start-passkey': 570_500,
  'accounts/start-passkey-setup': 606_500,
  'accounts/add-passkey': 692_500,
  // These check codes, and tell the user.
  'accounts/verify-second-factor': 410_000,
  'accounts/step-up': 409_000,
  'accounts/confirm-totp': 408_500,
  'administration/remove-user-factors': 435_000,
  'settings/pause-by-link': 395_000,
  // Signs the link that pauses trading, and counts emails by the hour.
  'background/send-mail': 422_000,
  // Renders for each channel, encrypts for push, emails.
  'background/send-notices': 417_500,
  // Reads IG's history, derives the journal, and has users notified.
  'background/collect-journals': 530_000,
  // Searches IG, and starts itself again.
  'background/match-symbols': 458_000,
  'background/check-epics': 478_500,
}
// Whatever asks who calls finds tokens too, counts their calls and notes them in the log.
const ceilingOfOthers = 382_000
export const ceilingOf = (bundle: string) => ceilings[bundle] ?? ceilingOfOthers

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
