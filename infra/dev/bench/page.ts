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
  '2026-11-27, on one quiet machine with two cores: `npm ci`, the first `npm start` and `npm run alert`, both commits in turn, five times each. Medians in seconds.',
  '',
  '|  | e1872d9, before 0.2.0 | 8a2f252 | ratio |',
  '| --- | ---: | ---: | ---: |',
  '| npm ci | 49.0 | 35.0 | 0.72 |',
  '| npm start | 16.5 | 13.2 | 0.80 |',
  '| the alert’s order | 2.05 | 2.13 | 1.04 |',
  '| from clone to order | 65.8 | 52.4 | 0.80 |',
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
