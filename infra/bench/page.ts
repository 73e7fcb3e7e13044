import type { Figure } from './figure.ts'
import { markOf, shortNumber } from './table.ts'

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

const cell = (text: string) => text.replaceAll('|', '\\|')

const tableOfPart = (result: Result, part: string) => [
  `## ${part}`,
  '',
  `${result.seconds[part] ?? '?'} seconds.`,
  '',
  '|  | figure | value | unit | target | ceiling | floor | rests on |',
  '| --- | --- | ---: | --- | ---: | ---: | ---: | --- |',
  ...result.figures
    .filter((figure) => figure.part === part)
    .map((figure) =>
      [
        '',
        markOf(figure),
        figure.name,
        shortNumber(figure.value),
        figure.unit,
        shortNumber(figure.target),
        shortNumber(figure.ceiling),
        shortNumber(figure.floor),
        figure.note ?? '',
        '',
      ]
        .map(cell)
        .join(' | ')
        .trim(),
    ),
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
    'Only a real account can tell these, so they are cited and never claimed: a cold start in AWS (about 375 ms of Init at best with the SDK, nobackspacecrew 2025), and what a FIFO queue adds between webhook and executor (p50 28 ms, p99 645 ms, bitesizedserverless 2022).',
    '',
    ...[...new Set(result.figures.map(({ part }) => part))].flatMap((part) => tableOfPart(result, part)),
  ].join('\n')
