import { readFileSync } from 'node:fs'
import { onlyKnown, parseOptions, readCommand, UsageError } from '../../command-line.ts'
import { stackNameOf } from '../../stack/names.ts'
import { agrees } from '../ask.ts'
import { awsWorld } from './aws-world.ts'
import { readBackup } from './backup-file.ts'
import { type Difference, restorable, type Restorable, usuallyRestored } from './put-back.ts'
import { restore, type RestoreWorld, switchOn } from './restore.ts'

/**
 * `npm run operate -- restore --to 2026-11-22T09:00:00Z` restores tables to an earlier time. The runbook describes when
 * to use it and what to do afterwards.
 */

const help = `npm run operate -- restore --to INSTANT [options]
npm run operate -- restore --from-destroyed [options]
npm run operate -- restore --from-file FILE --private-key FILE [options]
npm run operate -- restore --switch-on [options]

Restores tables to an earlier time, in place. Alerts are not executed meanwhile. Afterwards trading is paused for every user until an admin resumes it on the System page.

  --to INSTANT      within the last 35 days, such as 2026-11-22T09:00:00Z
  --from-destroyed  restore what the tables hold that a destroyed stack of this name left behind
  --from-file FILE  restore what npm run operate -- backup saved; --private-key FILE opens it
  --switch-on       give up a restore that stopped halfway: execute alerts again, with trading paused for every user
  --tables NAMES    comma-separated (default: ${usuallyRestored.join(',')})
                    ${Object.entries(restorable)
                      .filter(([, mode]) => mode === 'fill')
                      .map(([name]) => name)
                      .join(', ')}: only missing rows are restored
  --stage NAME      default: production
  --region NAME     default: eu-west-2
  --dry-run         show what would change, without changing it
  --yes             asks nothing`

const dayLong = 86_400_000
const recoverable = 35 * dayLong

const asked = readCommand(help, () => {
  const { values } = parseOptions({
    options: {
      to: { type: 'string' },
      'from-destroyed': { type: 'boolean', default: false },
      'from-file': { type: 'string' },
      'private-key': { type: 'string' },
      'switch-on': { type: 'boolean', default: false },
      tables: { type: 'string' },
      stage: { type: 'string', default: 'production' },
      region: { type: 'string', default: 'eu-west-2' },
      'dry-run': { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  })
  const known = Object.keys(restorable) as Restorable[]
  const { 'from-destroyed': fromDestroyed, 'from-file': fromFile, 'switch-on': switchOn } = values
  const { 'private-key': privateKey } = values
  if ([values.to !== undefined, fromDestroyed, fromFile !== undefined, switchOn].filter(Boolean).length > 1)
    throw new UsageError('--to, --from-destroyed, --from-file and --switch-on cannot be combined')
  if ((fromFile === undefined) !== (privateKey === undefined))
    throw new UsageError('--from-file needs --private-key, and only it does')
  const isOfNow = fromDestroyed || fromFile !== undefined || switchOn
  const at = isOfNow ? new Date() : new Date(values.to ?? '')
  if (Number.isNaN(at.getTime())) throw new UsageError('--to must be a time, such as 2026-11-22T09:00:00Z')
  const ago = Date.now() - at.getTime()
  if (ago < 0 || ago > recoverable) throw new UsageError('--to must be within the last 35 days')
  const usual = fromDestroyed || fromFile !== undefined ? known : usuallyRestored
  const tables = values.tables ? onlyKnown('table', values.tables.split(','), known) : usual
  return {
    at,
    fromDestroyed,
    switchOn,
    file: fromFile === undefined || privateKey === undefined ? null : { name: fromFile, privateKey },
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
        `  ${table}: ${put} to restore, ${removed} to remove, ${same} unchanged`,
    )
    .join('\n')

const wordsOf = (error: unknown) =>
  error instanceof Error && error.name.startsWith('InvalidRestoreTime')
    ? `Cannot restore to ${asked.at.toISOString()}. DynamoDB keeps the last 35 days, from when recovery was turned on until about five minutes ago`
    : error instanceof Error
      ? error.message || error.name
      : String(error)

const restoreAsked = async (world: RestoreWorld, at: Date, say: (line: string) => void) => {
  const isRestored = await restore(world, {
    at,
    tables: asked.tables,
    agrees: async (differences) => {
      console.log(inWords(differences))
      if (asked.dryRun) return false
      return asked.yes || (await agrees('Restore these rows?'))
    },
    say,
  })
  say(
    isRestored
      ? 'Restored. Open the System page and resume trading once no alerts are open'
      : 'Nothing was changed',
  )
}

try {
  const { file } = asked
  const backup = file && (await readBackup(file.name, readFileSync(file.privateKey, 'utf8')))
  const source = backup ?? (asked.fromDestroyed ? 'destroyed' : 'recovery')
  const world = await awsWorld(stackNameOf(asked.stage), asked.region, source)
  const say = (line: string) => console.log(line)
  if (asked.switchOn) await switchOn(world, say)
  else await restoreAsked(world, backup?.at ?? asked.at, say)
} catch (error) {
  console.error(wordsOf(error))
  process.exitCode = error instanceof UsageError ? 2 : 1
}
