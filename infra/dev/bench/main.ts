import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { onlyKnown, parseOptions, readCommand, UsageError } from '../../command-line.ts'
import { buildAssets } from '../../deploy/build-assets.ts'
import { git } from '../../git.ts'
import { root } from '../../stack/lambdas.ts'
import { type Figure, figureOf } from './figure.ts'
import { pageOf, type Result } from './page.ts'
import { groups, parts } from './parts.ts'
import { tableOf } from './table.ts'

const usual = Object.keys(parts).filter((name) => name !== 'quick')

const help = `npm run bench [-- part … --publish]

  npm run bench                     every part: ${usual.join(', ')}
  npm run bench -- counts faults    only these
  --quick                           the counts of one alert and a burst, in less than a minute
  --publish                         write all figures to docs/benchmarks.json and docs/benchmarks.md

Results go to .bench/. Exit code 1 when a count is above its ceiling.`

const { names, publish } = readCommand(help, () => {
  const { values, positionals } = parseOptions({
    allowPositionals: true,
    options: { publish: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false } },
  })
  const asked = onlyKnown('part', positionals, usual)
  if (values.publish && (asked.length > 0 || values.quick))
    throw new UsageError('--publish always runs all parts. Do not name any')
  const chosen = usual.filter((name) => asked.length === 0 || asked.includes(name))
  return { names: values.quick ? ['quick'] : chosen, publish: values.publish }
})

const load = () => loadavg().map((value) => Number(value.toFixed(2)))

const secondsSince = (instant: number) => Math.round((performance.now() - instant) / 1000)

const run = async (names: readonly string[]): Promise<boolean> => {
  const figures: Figure[] = []
  // In the parts' own order, whichever ends first.
  const seconds: Record<string, number> = Object.fromEntries(names.map((name) => [name, NaN]))
  const source = {
    commit: git('rev-parse', 'HEAD') || null,
    changed: git('status', '--porcelain') !== '',
  }
  const loadBefore = load()
  console.log(`load average ${loadBefore.join(' ')}, ${availableParallelism()} cores`)
  if (process.env.ASSETS !== 'built') await buildAssets()
  process.env.ASSETS = 'built'
  const began = performance.now()
  const measure = async (name: string) => {
    const { part } = await (parts[name] as (typeof parts)[string])()
    console.log(`${name}: ${part.about}`)
    const partBegan = performance.now()
    try {
      await part.measure(
        (measured) => figures.push(figureOf(name, measured)),
        (line) => console.log(`${String(secondsSince(began)).padStart(4)} s  ${name}: ${line}`),
      )
    } catch (error) {
      // The other parts still tell what they find; this one has failed.
      console.error(error)
      figures.push(figureOf(name, { name: 'ended with an error', value: NaN, unit: '', target: 0, floor: 0 }))
    }
    seconds[name] = secondsSince(partBegan)
    console.log(`${String(secondsSince(began)).padStart(4)} s  ${name}: done in ${seconds[name]} s`)
  }
  for (const group of groups)
    await Promise.all(names.filter((name) => group.includes(name)).map((name) => measure(name)))
  const order = Object.keys(parts)
  figures.sort((a, b) => order.indexOf(a.part) - order.indexOf(b.part))
  const result: Result = {
    ...source,
    at: new Date().toISOString(),
    node: process.version,
    cores: availableParallelism(),
    loadBefore,
    loadAfter: load(),
    seconds,
    allSeconds: secondsSince(began),
    figures,
  }
  const text = `${JSON.stringify(result, null, 2)}\n`
  const folder = join(root, '.bench')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${result.at.slice(0, 19).replace(/\D/g, '')}.json`)
  writeFileSync(file, text)
  if (publish) {
    mkdirSync(join(root, 'docs'), { recursive: true })
    writeFileSync(join(root, 'docs/benchmarks.json'), text)
    writeFileSync(join(root, 'docs/benchmarks.md'), pageOf(result))
  }

  const failed = figures.filter(({ ok }) => !ok)
  console.log(tableOf(figures))
  console.log(
    `\n${figures.length} figures in ${result.allSeconds} s, ${failed.length} above their ceiling; load average ${load().join(' ')}`,
  )
  console.log(`written to ${file}`)
  return failed.length === 0
}

process.exitCode = (await run(names)) ? 0 : 1
