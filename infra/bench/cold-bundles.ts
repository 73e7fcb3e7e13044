import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleFolder } from '../bundle.ts'
import { type Measured, median } from './figure.ts'

/** Those that an alert waits for are looked at more closely. */
const pairsOf = (name: string) => (/^(receive-alert|execute-alerts)$/.test(name) ? 11 : 3)

/** A process that loads a bundle and ends, against one that loads nothing. */
export const timeColdBundles = (report: (measured: Measured) => void) => {
  const names = readdirSync(bundleFolder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )
  for (const name of names) {
    const load = `await import(${JSON.stringify(pathToFileURL(join(bundleFolder, name, 'index.mjs')).href)})`
    const ratios: number[] = []
    const times: number[] = []
    for (let pair = 0; pair < pairsOf(name); pair += 1) {
      const bare = run('0')
      const loaded = run(load)
      ratios.push(loaded / bare)
      times.push(loaded)
    }
    report({
      name: `cold process of ${name} against bare Node`,
      value: median(ratios),
      unit: '×',
      target: 4,
      floor: 1.11,
      note: `median of ${ratios.length} pairs; ${median(times).toFixed(0)} ms. The floor is a signer of 2 KB instead of the SDK`,
    })
  }
}

const run = (code: string): number => {
  const began = performance.now()
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code])
  if (status !== 0) throw new Error(`A bundle does not load: ${String(stderr)}`)
  return performance.now() - began
}
