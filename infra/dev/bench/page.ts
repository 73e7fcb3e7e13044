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

/**
 * What the page shows, by section. If several figures match a pattern, it shows the largest and their median. All figures
 * are in benchmarks.json.
 */
const sections: Readonly<Record<string, readonly RegExp[]>> = {
  'What an alert costs': [
    /^AWS calls per alert, webhook, mean$/,
    /^AWS calls per alert, executor, warm, median$/,
    /^read units per alert, warm$/,
    /^write units per typical alert$/,
    /^dollars per million typical alerts$/,
    /^bytes that a typical alert leaves in alerts$/,
    /^bytes that a typical alert leaves in logs$/,
    /^broker calls per order, standard day, median$/,
    /^logins at the broker per account and day$/,
  ],
  'What is loaded': [
    /^bundle receive-alert$/,
    /^bundle queue-execute-alerts$/,
    /^bundle schedule-reconcile-alerts$/,
    /^bundle /,
    /^JavaScript before any page, gz$/,
    /^JavaScript of \S+ on top, gz$/,
    /^scripts and styles for the first view of overview, gz$/,
    /^requests for the first view of \S+ site$/,
    /^requests for the first view of \S+ API$/,
    /^requests in a minute of \S+ visible$/,
    /^requests in a minute of \S+ hidden$/,
  ],
  'What the data costs': [
    /^first page of the log, 1,000,000 entries$/,
    /^first page of one type, 1,000,000 entries$/,
    /^appending to the log, 1,000,000 entries$/,
    /^first upload of 10,000 instruments$/,
    /^page of 10,000 instruments, warm$/,
    /^opening a journal of 50,000 trades$/,
    /^a check of an open position, once a minute$/,
  ],
  'How fast it is': [
    /^from start to ready/,
    /^cold process of .* against bare Node/,
    /^alert to order, paced, p50, against the floor$/,
    /^orders a second if nothing is lost/,
    /^webhook’s answer, a broker of 3 s/,
    /^the webhook’s slowest answer, 50 alerts at once$/,
    /^burst of 50: last order leaves/,
    /^burst of 50: all outcomes/,
    /^ten other accounts while one has a burst of 50/,
    /^largest paint of /,
    /^layout shift of /,
    /^typing in the search of /,
  ],
  'What must be zero': [
    /: (lost|accepted and lost|doubled|doubled at the broker|store and broker disagree)$/,
    /: (not|twice) in the log$/,
    /: lost, doubled, or otherwise than the broker has it$/,
    /: (refused for the allowance|calls beyond IG’s allowances)$/,
  ],
  'What a long run keeps': [/^memory of /],
}

const rowOf = (figure: Figure, name = figure.name) =>
  ['', ...cellsOf({ ...figure, name }), ''].map(cell).join(' | ').trim()

/** The largest figure, and under it their median if there are several. */
const rowsOf = (figures: readonly Figure[]): readonly string[] => {
  const sorted = [...figures].sort((a, b) => b.value - a.value)
  const [largest] = sorted
  if (!largest || sorted.length === 1) return sorted.map((figure) => rowOf(figure))
  const middle = sorted[Math.floor(sorted.length / 2)] as Figure
  return [
    rowOf(largest, `${largest.name} (largest of ${sorted.length})`),
    rowOf(middle, `${middle.name} (median)`),
  ]
}

const tableOfRows = (title: string, rows: readonly string[]) =>
  rows.length === 0
    ? []
    : [
        `## ${title}`,
        '',
        `| ${head.join(' | ')} |`,
        '| --- | --- | ---: | --- | ---: | ---: | ---: |',
        ...rows,
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
    ...Object.entries(sections).flatMap(([title, patterns]) =>
      tableOfRows(
        title,
        patterns.flatMap((pattern) => rowsOf(result.figures.filter(({ name }) => pattern.test(name)))),
      ),
    ),
    ...tableOfRows(
      'Above their ceiling',
      result.figures.filter(({ ok }) => !ok).map((figure) => rowOf(figure)),
    ),
  ].join('\n')
