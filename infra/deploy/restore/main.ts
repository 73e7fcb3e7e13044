import { onlyKnown, parseOptions, readCommand, UsageError } from '../../command-line.ts'
import { stackNameOf } from '../../names.ts'
import { agrees } from '../ask.ts'
import { awsWorld } from './aws-world.ts'
import { type Difference, restorable, type Restorable, usuallyRestored } from './put-back.ts'
import { restore } from './restore.ts'

/** `npm run restore -- --to 2026-11-22T09:00:00Z`: rows of tables as they were; the runbook says when and what then. */

const help = `npm run restore -- --to INSTANT [options]

Brings tables back to what they were, into the tables that the stack has. No alert is executed meanwhile, and then every
user's trading is paused until an administrator resumes it on the page System.

  --to INSTANT      within the last 35 days, such as 2026-11-22T09:00:00Z
  --tables NAMES    between commas; ${usuallyRestored.join(',')} unless said
                    ${Object.entries(restorable)
                      .filter(([, mode]) => mode === 'fill')
                      .map(([name]) => name)
                      .join(', ')}: only rows that are missing come back
  --stage NAME      production unless said
  --region NAME     eu-west-2 unless said
  --dry-run         says what would change, and changes nothing
  --yes             asks nothing`

const dayLong = 86_400_000
const recoverable = 35 * dayLong

const asked = readCommand(help, () => {
  const { values } = parseOptions({
    options: {
      to: { type: 'string' },
      tables: { type: 'string' },
      stage: { type: 'string', default: 'production' },
      region: { type: 'string', default: 'eu-west-2' },
      'dry-run': { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  })
  const at = new Date(values.to ?? '')
  if (Number.isNaN(at.getTime())) throw new UsageError('--to must say when, such as 2026-11-22T09:00:00Z')
  const ago = Date.now() - at.getTime()
  if (ago < 0 || ago > recoverable) throw new UsageError('--to must lie within the last 35 days')
  const known = Object.keys(restorable) as Restorable[]
  const tables = values.tables ? onlyKnown('table', values.tables.split(','), known) : usuallyRestored
  return {
    at,
    tables,
    stage: values.stage,
    region: values.region,
    dryRun: values['dry-run'],
    yes: values.yes,
  }
})

const inWords = (differences: ReadonlyMap<Restorable, Difference>) =>
  [...differences]
    .map(
      ([table, { put, removed, same }]) =>
        `  ${table}: ${put} to put back, ${removed} to remove, ${same} as they are`,
    )
    .join('\n')

const wordsOf = (error: unknown) =>
  error instanceof Error && error.name.startsWith('InvalidRestoreTime')
    ? `${asked.at.toISOString()} cannot be gone back to: DynamoDB knows the last 35 days, from when recovery was turned on until about five minutes ago`
    : error instanceof Error
      ? error.message || error.name
      : String(error)

try {
  const world = await awsWorld(stackNameOf(asked.stage), asked.region)
  const isRestored = await restore(world, {
    at: asked.at,
    tables: asked.tables,
    agrees: async (differences) => {
      console.log(inWords(differences))
      if (asked.dryRun) return false
      return asked.yes || (await agrees('Put these back?'))
    },
    say: (line) => console.log(line),
  })
  console.log(
    isRestored
      ? 'Restored. Look at System: once nothing is open there, resume trading'
      : 'Nothing was changed',
  )
} catch (error) {
  console.error(wordsOf(error))
  process.exitCode = error instanceof UsageError ? 2 : 1
}
