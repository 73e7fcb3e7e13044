import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { TradingPause } from '../../../shared/settings/settings.schema.ts'
import { type Difference, pagesOf, putBack, restorable, type Restorable } from './put-back.ts'

/** What a restore needs from AWS in addition to the rows. */
export type RestoreWorld = {
  readonly documents: DynamoDBDocumentClient
  /** The AWS name of a table of the stack. */
  readonly nameOf: (table: Restorable | 'settings') => string
  /**
   * Creates a table with another table's rows at that time, and waits until it can be read.
   * @returns its name
   */
  readonly copyOf: (table: string, at: Date) => Promise<string>
  readonly dropCopy: (copy: string) => Promise<void>
  /** Switches the executor and the dead-letter handler on or off. */
  readonly setExecuting: (on: boolean) => Promise<void>
  /** Runs the reconciler once over all unfinished alerts. */
  readonly reconcile: () => Promise<{ readonly looked: number; readonly failed: number }>
  /**
   * Creates a user's secret, without IG credentials, if it was lost with its region.
   * @returns whether it was lost
   */
  readonly makeMissingSecret?: (userId: string) => Promise<boolean>
  readonly now: () => Date
}

export type Wish = {
  readonly at: Date
  readonly tables: readonly Restorable[]
  /** Confirms the differences. If it returns false, nothing is written. */
  readonly agrees: (differences: ReadonlyMap<Restorable, Difference>) => Promise<boolean>
  readonly say: (line: string) => void
}

/**
 * Restores tables to their state at an instant. Rows are written into the existing tables, which so keep their expiry,
 * recovery, protection and grants. Nothing trades meanwhile: the executor is switched off first, then every user is paused,
 * and only then does the reconciler look up the orders that were in flight. An admin resumes trading.
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
        // The first error matters more than a copy that stays.
        .catch((error: unknown) => say(`The copy ${copy} was not deleted: ${String(error)}`))
  }
}

/** Gives up a restore that stopped halfway: the executor runs again, and no user trades until an admin has checked. */
export const switchOn = async (world: RestoreWorld, say: Wish['say']): Promise<void> => {
  const reason = 'A restore stopped halfway. Check your settings, positions and orders'
  say(`Trading is paused for ${await pauseEverybody(world, reason)} users`)
  await world.setExecuting(true)
  const { looked, failed } = await world.reconcile()
  say(
    `Alerts are executed again. The reconciler checked ${looked} open alerts${failed > 0 ? `; ${failed} failed` : ''}`,
  )
}

/** Keys of rows that belong to no user begin with `#`. */
const isOfUser = ({ pk }: Readonly<Record<string, unknown>>) => !String(pk).startsWith('#')

/** @returns the number of users who were not already paused by an admin */
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

/** Marks settings with a new secret as an unfinished save, so that the next save writes everything that belongs to it. */
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
