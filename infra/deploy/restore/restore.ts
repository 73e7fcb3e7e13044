import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { TradingPause } from '../../../shared/settings/settings.schema.ts'
import { type Difference, pagesOf, putBack, restorable, type Restorable } from './put-back.ts'

/** What a restore needs from AWS. */
export type RestoreWorld = {
  readonly documents: DynamoDBDocumentClient
  /** Returns the name of a stack's table in AWS. */
  readonly nameOf: (table: Restorable | 'settings') => string
  /**
   * Creates a table with the rows that another table had at a given time, and waits until it can be read.
   * @returns the name of the new table
   */
  readonly copyOf: (table: string, at: Date) => Promise<string>
  readonly dropCopy: (copy: string) => Promise<void>
  /** Switches the executor and the dead-letter handler on or off. */
  readonly setExecuting: (on: boolean) => Promise<void>
  /** Runs the reconciler once over all unfinished alerts. */
  readonly reconcile: () => Promise<{ readonly looked: number; readonly failed: number }>
  /**
   * Creates a user's secret without IG credentials, if the secret is missing.
   * @returns whether it was missing
   */
  readonly makeMissingSecret?: (userId: string) => Promise<boolean>
  readonly now: () => Date
}

export type Wish = {
  readonly at: Date
  readonly tables: readonly Restorable[]
  /** Asks the operator to confirm the differences. If it returns false, nothing is written. */
  readonly agrees: (differences: ReadonlyMap<Restorable, Difference>) => Promise<boolean>
  readonly say: (line: string) => void
}

/**
 * Restores tables to an earlier time. Rows are written into the existing tables, so that expiry, recovery, protection
 * and grants of the tables stay. No alert trades in the meantime: first the executor is switched off, then every user
 * is paused, and then the reconciler looks up the orders that were in flight. An admin resumes trading later.
 * @returns whether anything was restored
 */
export const restore = async (world: RestoreWorld, { at, tables, agrees, say }: Wish): Promise<boolean> => {
  const copies = new Map<Restorable, string>()
  let isStopped = false
  try {
    say(`Copying ${tables.join(', ')} as of ${at.toISOString()}. This takes a few minutes`)
    await Promise.all(
      tables.map(async (table) => copies.set(table, await world.copyOf(world.nameOf(table), at))),
    )
    const each = async (apply: boolean) => {
      const differences = new Map<Restorable, Difference>()
      for (const table of tables) {
        const [live, copy] = [world.nameOf(table), copies.get(table) as string]
        const names = { live, copy, mode: restorable[table] }
        differences.set(table, await putBack(world.documents, names, apply, world.now().getTime()))
      }
      return differences
    }
    if (!(await agrees(await each(false)))) return false
    isStopped = true
    await world.setExecuting(false)
    say('Alert execution is stopped. New alerts wait in the queue')
    for (const [table, { put, removed }] of await each(true))
      say(`${table}: ${put} rows put back, ${removed} removed`)
    const paused = await pauseEverybody(
      world,
      `Signalpost was restored to ${at.toISOString()}. Check your settings, positions and orders`,
    )
    say(`Trading is paused for ${paused} users`)
    const emptied = await makeMissingSecrets(world)
    if (emptied > 0) say(`${emptied} users must enter their IG credentials and new webhook secrets again`)
    await world.setExecuting(true)
    isStopped = false
    const { looked, failed } = await world.reconcile()
    say(`The reconciler checked ${looked} open alerts${failed > 0 ? `; ${failed} failed` : ''}`)
    return true
  } catch (error) {
    if (!isStopped) throw error
    const what = error instanceof Error ? error.message : String(error)
    throw new Error(
      `${what}. Alert execution stays stopped until the restore completes. Run it again. To give it up: npm run operate -- restore --switch-on`,
      { cause: error },
    )
  } finally {
    for (const copy of copies.values())
      await world
        .dropCopy(copy)
        // The error that ended the restore is more important than a copy that was not deleted.
        .catch((error: unknown) => say(`The copy ${copy} was not deleted: ${String(error)}`))
  }
}

/** Ends an incomplete restore. The executor runs again, and no user trades until an admin resumes trading. */
export const switchOn = async (world: RestoreWorld, say: Wish['say']): Promise<void> => {
  const reason = 'A restore stopped halfway. Check your settings, positions and orders'
  say(`Trading is paused for ${await pauseEverybody(world, reason)} users`)
  await world.setExecuting(true)
  const { looked, failed } = await world.reconcile()
  say(
    `Alerts are executed again. The reconciler checked ${looked} open alerts${failed > 0 ? `; ${failed} failed` : ''}`,
  )
}

/** Keys of rows that belong to no user start with `#`. */
const isOfUser = ({ pk }: Readonly<Record<string, unknown>>) => !String(pk).startsWith('#')

/**
 * Pauses all users.
 * @returns the number of users whom no admin had already paused
 */
const pauseEverybody = async ({ documents, nameOf, now }: RestoreWorld, reason: string): Promise<number> => {
  let paused = 0
  for await (const rows of pagesOf(documents, nameOf('settings')))
    for (const { pk, tradingPause } of rows.filter(isOfUser)) {
      const before = tradingPause as TradingPause | null | undefined
      if (before?.by === 'OPERATOR') continue
      const pause: TradingPause = { by: 'OPERATOR', at: now().toISOString(), reason, before: before ?? null }
      await documents.send(
        new UpdateCommand({
          TableName: nameOf('settings'),
          Key: { pk },
          UpdateExpression: 'SET tradingPause = :pause, version = version + :one',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':pause': pause, ':one': 1 },
        }),
      )
      paused += 1
    }
  return paused
}

/**
 * Creates missing secrets of users, and marks their settings as an unfinished save, so that the next save writes
 * everything again.
 * @returns the number of secrets that were created
 */
const makeMissingSecrets = async ({
  documents,
  nameOf,
  makeMissingSecret,
}: RestoreWorld): Promise<number> => {
  if (!makeMissingSecret) return 0
  let made = 0
  for await (const rows of pagesOf(documents, nameOf('settings')))
    for (const { pk } of rows.filter(isOfUser)) {
      if (!(await makeMissingSecret(String(pk)))) continue
      await documents.send(
        new UpdateCommand({
          TableName: nameOf('settings'),
          Key: { pk },
          UpdateExpression: 'SET saver = :saver, savingUntil = :past',
          ExpressionAttributeValues: { ':saver': 'restore', ':past': 0 },
        }),
      )
      made += 1
    }
  return made
}
