import type { Figure } from './figure.ts'
import { cellsOf, head, shortNumber } from './table.ts'

/** What one run of `npm run bench` writes. */
export type Result = {
  readonly commit: string | null
  /** Whether files differed from the commit. */
  readonly changed: boolean
  readonly at: string
  readonly node: string
  readonly cores: number
  /** Load averages of one, five and fifteen minutes. */
  readonly loadBefore: readonly number[]
  readonly loadAfter: readonly number[]
  /** How long each part took; some run side by side. */
  readonly seconds: Readonly<Record<string, number>>
  readonly allSeconds: number
  readonly figures: readonly Figure[]
}

/** What the README shows of it. */
const headlines: ReadonlySet<string> = new Set([
  'AWS calls per alert, webhook, mean',
  'AWS calls per alert, executor, warm, median',
  'write units per alert, warm',
  'broker calls per alert, standard day, mean',
  'dollars per million alerts',
  'page in the middle of the log, 1,000,000 entries',
  'orders sent per alert whose answer was lost, most',
  'at once: lost',
  'at once: doubled',
  'kill -9: accepted and lost',
  'kill -9: doubled at the broker',
  'power cut: accepted and lost',
])

const marks = ['<!-- measured -->', '<!-- end of measured -->'] as const

/** @returns the README with the headlines of this result between its marks */
export const readmeWith = (readme: string, result: Result): string => {
  const [start, end] = marks.map((mark) => readme.indexOf(mark)) as [number, number]
  if (start < 0 || end < start) throw new Error('The README has no place for what was measured')
  const rows = result.figures
    .filter(({ name }) => headlines.has(name))
    .map(({ name, value, unit, target, floor }) => [name, `${shortNumber(value)} ${unit}`, target, floor])
  const table = [
    `Last measured on ${result.at.slice(0, 10)} at commit ${result.commit?.slice(0, 12) ?? 'unknown'}, in ${result.allSeconds} seconds on ${result.cores} cores:`,
    '',
    '| figure | value | target | floor |',
    '| --- | ---: | ---: | ---: |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ]
  return `${readme.slice(0, start)}${marks[0]}\n\n${table.join('\n')}\n\n${readme.slice(end)}`
}

const cell = (text: string) => text.replaceAll('|', '\\|')

const tableOfPart = (result: Result, part: string) => [
  `## ${part}`,
  '',
  `${result.seconds[part] ?? '?'} seconds.`,
  '',
  `| ${[...head, 'rests on'].join(' | ')} |`,
  '| --- | --- | ---: | --- | ---: | ---: | ---: | --- |',
  ...result.figures
    .filter((figure) => figure.part === part)
    .map((figure) => ['', ...cellsOf(figure), figure.note ?? '', ''].map(cell).join(' | ').trim()),
  '',
]

/** The figures as a page to read; everything on it is in the result. */
export const pageOf = (result: Result): string =>
  [
    '# What was measured',
    '',
    `    npm run bench -- --publish`,
    '',
    `${result.at.slice(0, 10)}, commit ${result.commit?.slice(0, 12) ?? 'unknown'}${result.changed ? ' with changes' : ''}, Node ${result.node}, ${result.cores} cores, load average ${result.loadBefore.join(' ')} before and ${result.loadAfter.join(' ')} after, ${result.allSeconds} seconds in all. The same figures are in [benchmarks.json](benchmarks.json).`,
    '',
    '✓ is within its target, ~ above its target, ✗ above its ceiling, which fails the run. The floor is what the best possible program would need. Counts do not depend on the machine. Clocks are ratios to a floor that runs interleaved with them; where a figure is in seconds, it is of this machine.',
    '',
    'What only a real account can tell is named, and cited, in the [README](../README.md#figures).',
    '',
    ...[...new Set(result.figures.map(({ part }) => part))].flatMap((part) => tableOfPart(result, part)),
  ].join('\n')
