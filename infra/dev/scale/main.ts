import { readNoOptions } from '../../command-line.ts'
import { assumed, type Burst, limitNames, play, type Played, type Stage } from './model.ts'

/** `npm run scale`: the table of docs/scale.md. */

const usual: Stage = { webhookExecutions: 20, executors: 50, openShards: 1 }

export const scenarios: readonly (readonly [Burst, Stage])[] = [
  [{ users: 100, alertsPerUser: 1, seconds: 1 }, usual],
  [{ users: 1_000, alertsPerUser: 2, seconds: 1 }, usual],
  [
    { users: 1_000, alertsPerUser: 2, seconds: 1 },
    { ...usual, webhookExecutions: 100, openShards: 4 },
  ],
  [{ users: 10_000, alertsPerUser: 1, seconds: 60 }, usual],
  [
    { users: 10_000, alertsPerUser: 1, seconds: 60 },
    { ...usual, executors: 250 },
  ],
  [
    { users: 10_000, alertsPerUser: 10, seconds: 60 },
    { ...usual, executors: 250 },
  ],
  [
    { users: 10_000, alertsPerUser: 10, seconds: 60 },
    { webhookExecutions: 100, executors: 1_000, openShards: 16 },
  ],
  [
    { users: 10_000, alertsPerUser: 100, seconds: 600 },
    { webhookExecutions: 100, executors: 1_000, openShards: 16 },
  ],
  [
    { users: 10_000, alertsPerUser: 100, seconds: 60 },
    { webhookExecutions: 800, executors: 3_000, openShards: 16 },
  ],
]

const whole = (number: number) => Math.round(number).toLocaleString('en-GB')

const firstLimit = ({ refusals, tooLate }: Played) =>
  limitNames.toSorted((a, b) => refusals[b] - refusals[a]).find((limit) => refusals[limit] > 0) ??
  (tooLate > 0 ? 'IG’s allowance or the executors' : 'none')

export const rowOf = ([burst, stage]: (typeof scenarios)[number]): readonly string[] => {
  const played = play(stage, burst)
  return [
    `${whole(burst.users)} users, ${whole(played.sent)} in ${whole(burst.seconds)} s`,
    `${stage.webhookExecutions} / ${stage.executors} / ${stage.openShards}`,
    whole(played.taken),
    whole(played.lost),
    whole(played.tooLate),
    `${whole(played.median)} s`,
    `${whole(played.last)} s`,
    firstLimit(played),
  ]
}

if (import.meta.main) {
  readNoOptions('npm run scale\n\nPrints what happens at a bar’s close for up to 10,000 users, from a model.')
  const head = [
    'load',
    'webhook / executors / shards',
    'taken',
    'lost',
    'too late',
    'median',
    'last',
    'first limit',
  ]
  for (const cells of [head, head.map(() => '---'), ...scenarios.map(rowOf)])
    console.log(`| ${cells.join(' | ')} |`)
  console.log(
    `\nAssumed: webhook ${assumed.webhookSeconds * 1_000} ms, executor ${assumed.executorSeconds} s, ${assumed.callsPerRun} calls a run of up to ten alerts, too old after ${assumed.ageLimit} s.`,
  )
}
