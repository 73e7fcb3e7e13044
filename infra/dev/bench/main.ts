import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { onlyKnown, parseOptions, readCommand, UsageError } from '../../command-line.ts'
import { buildAssets } from '../../deploy/build-assets.ts'
import { git } from '../../git.ts'
import { root } from '../../stack/lambdas.ts'
import { type Figure, figureOf, type Part } from './figure.ts'
import { groups, type PartName, parts, quick } from './parts.ts'
import { tableOf } from './table.ts'

const usual = Object.keys(parts) as PartName[]

const help = `npm run bench [-- part …]

  npm run bench                     every part: ${usual.join(', ')}
  npm run bench -- counts faults    only these
  --quick                           the counts of one alert and a burst, in less than a minute

Results go to .bench/. Exit code 1 when a figure is above its ceiling; the last lines name it.`

const names = readCommand(help, () => {
  const { values, positionals } = parseOptions({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false } },
  })
  const asked = onlyKnown('part', positionals, usual)
  if (values.quick && asked.length > 0) throw new UsageError('--quick runs no other part')
  return values.quick ? 'quick' : usual.filter((name) => asked.length === 0 || asked.includes(name))
})

const load = () => loadavg().map((value) => Number(value.toFixed(2)))

const began = performance.now()
const secondsSince = (instant: number) => Math.round((performance.now() - instant) / 1000)

const measure = async (name: string, part: Part): Promise<readonly Figure[]> => {
  const figures: Figure[] = []
  const progress = (line: string) =>
    console.log(`${String(secondsSince(began)).padStart(4)} s  ${name}: ${line}`)
  progress(part.about)
  const partBegan = performance.now()
  try {
    await part.measure((measured) => figures.push(figureOf(name, measured)), progress)
  } catch (error) {
    // If one part fails, the other parts still run and report their figures.
    console.error(error)
    const [what] = String(error).split('\n')
    figures.push(
      figureOf(name, { name: `ended with an error: ${what}`, value: NaN, unit: '', target: 0, floor: 0 }),
    )
  }
  progress(`done in ${secondsSince(partBegan)} s`)
  return figures
}

console.log(`load average ${load().join(' ')}, ${availableParallelism()} cores`)
if (process.env.ASSETS !== 'built') await buildAssets()
process.env.ASSETS = 'built'

const figures: Figure[] = []
if (names === 'quick') figures.push(...(await measure('quick', quick)))
else
  for (const group of groups) {
    const chosen = group.filter((name) => names.includes(name))
    figures.push(...(await Promise.all(chosen.map((name) => measure(name, parts[name])))).flat())
  }

const result = {
  commit: git('rev-parse', 'HEAD') || null,
  changed: git('status', '--porcelain') !== '',
  at: new Date().toISOString(),
  node: process.version,
  cores: availableParallelism(),
  load: load(),
  seconds: secondsSince(began),
  figures,
}
const folder = join(root, '.bench')
mkdirSync(folder, { recursive: true })
const file = join(folder, `${result.at.slice(0, 19).replace(/\D/g, '')}.json`)
writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)

console.log(tableOf(figures))
console.log(`\n${figures.length} figures in ${result.seconds} s, load average ${result.load.join(' ')}`)
console.log(`written to ${file}`)
const failed = figures.filter(({ ok }) => !ok)
for (const { part, name, value, unit, ceiling } of failed)
  console.error(
    `Failed: ${part}: ${name}${ceiling === undefined ? '' : `: ${value} ${unit}, most ${ceiling}`}`,
  )
process.exitCode = failed.length === 0 ? 0 : 1
