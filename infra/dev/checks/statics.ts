import { spawn } from 'node:child_process'
import { onlyKnown, parseOptions, readCommand } from '../../command-line.ts'
import { root } from '../../stack/lambdas.ts'

/** All static checks. The slowest come first. */
const checks = {
  oxlint: ['node_modules/oxlint/bin/oxlint'],
  imports: ['infra/dev/checks/import-rules.ts'],
  unused: ['node_modules/knip/bin/knip.js'],
  wording: ['infra/dev/checks/wording.ts'],
  format: ['node_modules/oxfmt/bin/oxfmt', '--check'],
  endpoints: ['infra/deploy/list-endpoints.ts'],
} as const
type Check = keyof typeof checks

const names = Object.keys(checks) as Check[]
/** Maximum number of checks that run in parallel. Oxlint itself uses several threads. */
const most = 2

const help = `npm run lint [-- check …]

Runs every static check, or only those named: ${names.join(', ')}. All run to the end, also after one has failed.
What a check prints is shown if it fails or is named.`

const asked = readCommand(help, () => {
  const { positionals } = parseOptions({ allowPositionals: true, options: {} })
  return onlyKnown('check', positionals, names)
})

/**
 * Runs a check. Its output is printed when it ends, so that the output of two checks does not mix.
 * @returns whether it passed
 */
const passes = (name: Check) =>
  new Promise<boolean>((resolve, reject) => {
    const child = spawn(process.execPath, checks[name], { cwd: root })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.once('error', reject)
    child.once('close', (code) => {
      const isShown = code !== 0 || asked.length > 0
      process.stdout.write(
        `${name}: ${code === 0 ? 'passed' : `failed with ${code}`}\n${isShown ? output : ''}`,
      )
      resolve(code === 0)
    })
  })

const waiting = names.filter((name) => asked.length === 0 || asked.includes(name))
const failed: Check[] = []
const work = async () => {
  for (let name = waiting.shift(); name; name = waiting.shift()) if (!(await passes(name))) failed.push(name)
}
await Promise.all(Array.from({ length: most }, work))
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`)
  process.exitCode = 1
}
