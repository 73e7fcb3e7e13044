import type { Figure } from './figure.ts'
import { cellsOf, head } from './table.ts'

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
  /** How long each part took; some run in parallel. */
  readonly seconds: Readonly<Record<string, number>>
  readonly allSeconds: number
  readonly figures: readonly Figure[]
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

/** Measured manually: a run of the bench installs nothing. */
const fromCloneToOrder = [
  '## From a clone to the first order',
  '',
  '2026-11-28, on one quiet but slow machine with two cores: `npm ci`, the first `npm start` and `npm run alert`, both commits in turn, three times each. Medians in seconds.',
  '',
  '|  | e1872d9, before 0.2.0 | 42063b0 | ratio |',
  '| --- | ---: | ---: | ---: |',
  '| npm ci | 92.5 | 54.4 | 0.59 |',
  '| npm start | 26.1 | 20.9 | 0.80 |',
  '| the alert’s order | 3.30 | 3.78 | 1.15 |',
  '| from clone to order | 120.6 | 82.3 | 0.68 |',
  '| lines that npm ci prints under Node 20 | 684 | 2 |  |',
  '',
]

/** The figures as a page to read; all but the first section is in the result. */
export const pageOf = (result: Result): string =>
  [
    '# What was measured',
    '',
    `    npm run bench -- --publish`,
    '',
    `${result.at.slice(0, 10)}, commit ${result.commit?.slice(0, 12) ?? 'unknown'}${result.changed ? ' with changes' : ''}, Node ${result.node}, ${result.cores} cores, load average ${result.loadBefore.join(' ')} before and ${result.loadAfter.join(' ')} after, ${result.allSeconds} seconds in all. The same figures are in [benchmarks.json](benchmarks.json).`,
    '',
    '✓ is within its target, ~ above its target, ✗ above its ceiling, which fails the run. The floor is what the best possible program would need. Counts do not depend on the machine. Clocks are ratios to a floor that runs interleaved with them; if a figure is in seconds, it is of this machine.',
    '',
    '[Scale](scale.md) names what only a real AWS account can show.',
    '',
    ...fromCloneToOrder,
    ...[...new Set(result.figures.map(({ part }) => part))].flatMap((part) => tableOfPart(result, part)),
  ].join('\n')
