import { readNoOptions } from '../command-line.ts'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Metafile } from 'esbuild'
import { bundleInto } from './bundle.ts'
import { root } from '../stack/lambdas.ts'
import { bundleFolder } from '../stack/assets.ts'

const run = promisify(execFile)

/**
 * Bytes that a cold start may load. They move down, or up with a reason in the commit. An endpoint's bundle
 * holds the contract of its domain: a new endpoint adds some 400 bytes to each of that domain.
 */
export const ceilings: Readonly<Record<string, number>> = {
  'refresh-session': 383_500,
  register: 422_000,
  'receive-alert': 344_500,
  // Decides, sends and confirms bursts together, reverses, reduces and moves stops, and packs over five dictionaries. Notes deals
  // for the journal, as the two below do, and keeps what alerts were decided on.
  'queue-execute-alerts': 478_000,
  'queue-handle-dead-letters': 381_000,
  // Also closes by the clock, guards profits, reports silence and watches limits.
  'schedule-reconcile-alerts': 416_500,
  'try-alert': 418_500,
  // Nothing but reading Yahoo.
  'schedule-fetch-dividend-dates': 710_000,
  // Measures limits and open risk.
  'get-broker-account': 384_000,
  // These tell the user by email, through a Lambda of its own.
  login: 394_000,
  // Reads all that a screen polls, and tells bursts.
  'list-changes': 408_000,
  // Counts new IG logins and secrets of one's own, and has its owner told of a new mode.
  'update-settings': 474_500,
  'update-user': 421_000,
  // These hold the words that passwords are guessed by.
  'change-password': 413_500,
  'change-own-password': 420_000,
  'fetch-dividend-dates': 376_500,
  // Counts starts.
  'start-matching': 379_000,
  'request-password-reset': 342_500,
  // These hold the S3 client also, and read the key that seals if a download goes on.
  'download-logs': 472_000,
  'download-user-logs': 474_000,
  'delete-user': 562_500,
  'schedule-finish-deletions': 458_500,
  // These check what passkeys sign.
  'sign-in-with-passkey': 677_000,
  'step-up-with-passkey': 566_000,
  'start-passkey': 527_500,
  'start-passkey-setup': 555_000,
  'add-passkey': 682_000,
  // These check codes, and tell the user.
  'verify-second-factor': 401_500,
  'step-up': 400_000,
  'confirm-totp': 400_000,
  'make-recovery-codes': 372_000,
  'remove-factor': 372_500,
  'remove-user-factors': 416_500,
  'pause-by-link': 390_500,
  // Signs the link that pauses trading, and counts emails by the hour.
  'job-send-mail': 397_500,
  // Renders for each channel, encrypts for push, emails.
  'queue-send-notices': 400_000,
  // Searches IG, and starts itself again.
  // Reads IG's history, derives the journal, and has users notified.
  'schedule-collect-journals': 481_500,
  'job-match-symbols': 412_000,
  'schedule-check-epics': 434_500,
}
// Whatever asks who calls finds tokens too, counts their calls and notes them in the log.
const ceilingOfOthers = 375_000
export const ceilingOf = (bundle: string) => ceilings[bundle] ?? ceilingOfOthers

export type BundleFigures = {
  readonly name: string
  /** What a cold start loads: `index.mjs` first, by their paths in the repository. */
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

/** The file and all that must be loaded before it. */
const startOf = (file: string, outputs: Metafile['outputs'], found = new Set<string>()): Set<string> => {
  found.add(file)
  for (const { path, kind, external } of outputs[file]?.imports ?? [])
    if (kind === 'import-statement' && !external && !found.has(path)) startOf(path, outputs, found)
  return found
}

export const figuresOf = ({ outputs }: Metafile): BundleFigures[] =>
  Object.keys(outputs)
    .filter((file) => basename(file) === 'index.mjs')
    .map((index) => {
      const files = Object.entries(outputs).filter(([file]) => dirname(file) === dirname(index))
      const start = startOf(index, outputs)
      const first = files.filter(([file]) => start.has(file)).map(([, output]) => output)
      const later = files.filter(([file]) => !start.has(file)).map(([, output]) => output)
      const inputs = first.flatMap((output) => Object.values(output.inputs))
      return {
        name: basename(dirname(index)),
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
  const figures = figuresOf(await bundleInto(bundleFolder))
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
