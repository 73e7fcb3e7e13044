import { parseOptions, readCommand, wholeNumber } from '../../command-line.ts'
import { writeFile } from 'node:fs/promises'
import caughtAt from './caught-at.json' with { type: 'json' }
import { catchMutant, playSeeds } from './crew.ts'
import { mutants } from './mutants.ts'
import { sourceMutants } from './source-mutants.ts'

const help = `npm run simulate [-- options]

  npm run simulate -- --seeds 20000 --from 1    run these seeds and report each that broke a promise
  npm run simulate -- --mutants                 break the protocol on purpose, once per mutant; all must be caught
  npm run simulate -- --mutants --only A1       only those whose name begins so
  npm run simulate -- --mutants --record        keep the seed that caught each; the test plays that one first`

const { seeds, from, mutated, only, record } = readCommand(help, () => {
  const { values } = parseOptions({
    options: {
      seeds: { type: 'string', default: '20000' },
      from: { type: 'string', default: '1' },
      mutants: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      record: { type: 'boolean', default: false },
    },
  })
  return {
    seeds: wholeNumber('--seeds', values.seeds, 1),
    from: wholeNumber('--from', values.from, 1),
    mutated: values.mutants,
    only: values.only,
    record: values.record,
  }
})

const table = (title: string, counts: Record<string, number>, of: number) => {
  console.log(`\n${title}`)
  for (const [name, count] of Object.entries(counts).sort((a, b) => b[1] - a[1]))
    console.log(`  ${name.padEnd(20)} ${String(count).padStart(9)}  ${((100 * count) / of).toFixed(2)}%`)
}

const playAll = async () => {
  const began = performance.now()
  let reportedAt = began
  const sum = await playSeeds(from, seeds, (sum) => {
    if (performance.now() - reportedAt < 5_000) return
    reportedAt = performance.now()
    const rate = sum.seeds / ((reportedAt - began) / 1000)
    console.log(`${sum.seeds} of ${seeds} seeds, ${rate.toFixed(0)} a second, ${sum.brokenCount} violated`)
  })
  const seconds = (performance.now() - began) / 1000
  table('Faults: seeds in which each struck', sum.strikes, sum.seeds)
  table(
    'Outcomes',
    sum.outcomes,
    Object.values(sum.outcomes).reduce((a, b) => a + b, 0),
  )
  for (const { seed, words } of sum.broken) console.log(`\nseed ${seed}\n  ${words.slice(0, 8).join('\n  ')}`)
  console.log(
    `\n${sum.seeds} seeds from ${from}, ${sum.events} events, ${seconds.toFixed(1)} s, ${(sum.seeds / seconds).toFixed(0)} seeds a second: ${sum.brokenCount} violations`,
  )
  if (sum.brokenCount > 0) process.exitCode = 1
}

const playMutants = async () => {
  let survivors = 0
  const catchers: Record<string, number> = { ...caughtAt }
  const all = [...Object.keys(sourceMutants), ...Object.keys(mutants)]
  const names = all.filter((name) => name.startsWith(only))
  for (const name of names) {
    const caught = await catchMutant(name, { from, seeds, first: catchers[name] })
    if (caught) catchers[name] = caught.seed
    if (!caught) survivors += 1
    const how = caught ? `caught at seed ${caught.seed}: ${caught.words[0]}` : `NOT CAUGHT in ${seeds} seeds`
    console.log(`${name.padEnd(46)} ${how}`)
  }
  console.log(`\n${names.length} mutants, ${survivors} not caught`)
  if (record) {
    const known = Object.fromEntries(
      all.flatMap((name) => (name in catchers ? [[name, catchers[name]]] : [])),
    )
    await writeFile(new URL('./caught-at.json', import.meta.url), `${JSON.stringify(known, null, 2)}\n`)
  }
  if (survivors > 0) process.exitCode = 1
}

await (mutated ? playMutants() : playAll())
