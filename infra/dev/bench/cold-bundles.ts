import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Measurement, median } from './measured.ts'
import { bundleFolder } from '../../stack/assets.ts'
import { bundleOf, type FunctionName, functionNames, onAlertPath } from '../../stack/lambdas.ts'

/** Those that an alert waits for are checked more closely. */
const pairsOf = (name: FunctionName) => (onAlertPath.has(name) ? 11 : 2)

/** A process that loads a bundle and ends, against one that loads nothing, in processor time: that is not the neighbours'. */
export const timeColdBundles = (report: (measured: Measurement) => void) => {
  for (const name of functionNames) {
    const load = `await import(${JSON.stringify(pathToFileURL(join(bundleFolder, `${bundleOf(name)}.mjs`)).href)})`
    const pairs = Array.from({ length: pairsOf(name) }, () => ({ bare: run('0'), loaded: run(load) }))
    report({
      name: `cold process of ${name} against bare Node, processor time`,
      value: median(pairs.map(({ bare, loaded }) => loaded / bare)),
      unit: '×',
      target: 6,
      floor: 1.3,
      note: `median of ${pairs.length} pairs; ${median(pairs.map(({ loaded }) => loaded)).toFixed(0)} ms. The floor is a signer of 2 KB instead of the SDK`,
    })
  }
}

/** Milliseconds of the processor, user and system. */
const run = (code: string): number => {
  const reportCpuTime = `;const { user, system } = process.cpuUsage(); console.log((user + system) / 1000)`
  const { status, stdout, stderr } = spawnSync(process.execPath, [
    '--input-type=module',
    '--eval',
    code + reportCpuTime,
  ])
  if (status !== 0) throw new Error(`A bundle does not load: ${String(stderr)}`)
  return Number(String(stdout).trim().split('\n').at(-1))
}
