import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { createHmac, randomUUID } from 'node:crypto'
import type { Credentials } from '../../shared/settings/settings.schema.ts'
import type { CapturedSettings } from '../../shared/trading/model/snapshot.ts'
import { limits } from '../trading/ports/limits.ts'
import type { Mode } from '../../shared/accounts/user.schema.ts'
import type { AccountKey } from '../trading/ports/alert-record.ts'
import type { Admission, KnownSecret, RetiredSecret } from '../trading/ports/store.ts'
import type { CredentialState } from './settings-store.ts'
import { deriveKeys } from '../aws/root-secret.ts'
import { batchGet, conditionally, dynamo, isWritten, tableName } from '../aws/table.ts'

/**
 * The keys of a secret's rows. The table stores only keyed hashes, which reveal no secret and cannot be used to test
 * guesses. While the root secret is being replaced, there are two keys, the older first. Rows are written and deleted
 * under both keys, and read under the first key that has a row, so that all processes count in the same row.
 */
export const webhookSecretKeys = async (secret: string): Promise<readonly string[]> =>
  (await deriveKeys('webhook-secret-index')).accepted.map((key) =>
    createHmac('sha256', key).update(secret).digest('hex'),
  )

/**
 * Reads with each key in turn.
 * @returns the first row that exists; null if there is none
 */
const firstFound = async <T>(
  keys: readonly string[],
  read: (pk: string) => Promise<T | null>,
): Promise<T | null> => {
  for (const pk of keys) {
    const found = await read(pk)
    if (found) return found
  }
  return null
}

export type SecretOwner = { readonly userId: string; readonly captured: CapturedSettings }

/**
 * Maps a webhook secret to its user.
 * @param other the user's secret of the other mode; the two secrets share one limit of alerts per minute
 * @throws Error if the secret belongs to another user
 */
export const putWebhookSecret = async (secret: string, { userId, captured }: SecretOwner, other: string) => {
  const siblings = await webhookSecretKeys(other)
  for (const [index, pk] of (await webhookSecretKeys(secret)).entries())
    await dynamo().send(
      new UpdateCommand({
        TableName: tableName('webhookSecrets'),
        Key: { pk },
        UpdateExpression: 'SET #schema = :schema, userId = :user, captured = :captured, sibling = :sibling',
        ConditionExpression: 'attribute_not_exists(pk) OR userId = :user',
        ExpressionAttributeNames: { '#schema': 'schema' },
        ExpressionAttributeValues: {
          ':schema': 1,
          ':user': userId,
          ':captured': captured,
          ':sibling': siblings[index],
        },
      }),
    )
}

/** Maps both webhook secrets of a user to the user, and to the account and credentials that their alerts use. */
export const putWebhookSecrets = async (
  userId: string,
  { demoWebhookSecret, liveWebhookSecret }: Credentials,
  states: Readonly<Record<Mode, Pick<CredentialState, 'accountId' | 'version'>>>,
) => {
  const captured = (mode: Mode) => ({
    mode,
    accountId: states[mode].accountId,
    credentialsVersion: states[mode].version,
  })
  await Promise.all([
    putWebhookSecret(demoWebhookSecret, { userId, captured: captured('DEMO') }, liveWebhookSecret),
    putWebhookSecret(liveWebhookSecret, { userId, captured: captured('LIVE') }, demoWebhookSecret),
  ])
}

export const deleteWebhookSecret = async (secret: string, userId: string) => {
  for (const pk of await webhookSecretKeys(secret)) await deleteRow(pk, 'userId', userId)
}

/**
 * Deletes a row if the attribute has this value.
 * @returns whether the row was deleted
 */
const deleteRow = (pk: string, attribute: 'userId' | 'movedBy', value: string): Promise<boolean> =>
  isWritten(
    new DeleteCommand({
      TableName: tableName('webhookSecrets'),
      Key: { pk },
      ConditionExpression: `${attribute} = :value`,
      ExpressionAttributeValues: { ':value': value },
    }),
  )

/**
 * Moves rows that only the older root key finds to the newer key, with their alert counts. The caller makes sure that
 * no two calls run at once.
 */
export const moveWebhookSecrets = async (userId: string, credentials: Credentials) => {
  const [demo, live] = await Promise.all(
    [credentials.demoWebhookSecret, credentials.liveWebhookSecret].map(webhookSecretKeys),
  )
  await moveRow(userId, demo, live?.[1])
  await moveRow(userId, live, demo?.[1])
}

const moveRow = async (userId: string, [old, newer]: readonly string[] = [], sibling?: string) => {
  if (old === undefined || newer === undefined) return
  const row = await readRow(old)
  if (row?.userId !== userId) return
  const movedBy = randomUUID()
  const isCopied = await isWritten(
    new PutCommand({
      TableName: tableName('webhookSecrets'),
      Item: { ...row, pk: newer, sibling, movedBy },
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
  )
  const isMoved = await deleteRow(old, 'userId', userId)
  // If the secret was removed meanwhile, the copy must not restore it, so the copy is deleted.
  if (isCopied && !isMoved) await deleteRow(newer, 'movedBy', movedBy)
}

/** Seconds for which the owner of a replaced secret is remembered. */
const retiredKept = 7 * 24 * 3600

/**
 * The keys of replaced secrets. They differ from the keys of valid secrets, so that no release accepts an alert with a
 * replaced secret.
 */
const retiredKeys = async (secret: string) => (await webhookSecretKeys(secret)).map((pk) => `retired#${pk}`)

/**
 * Records a secret as replaced, so that it no longer accepts alerts. For seven days, alerts that still use the secret
 * are reported to its owner.
 */
export const retireWebhookSecret = async (secret: string, { userId, mode }: AccountKey, now: number) => {
  const expiresAt = Math.floor(now / 1000) + retiredKept
  for (const pk of await retiredKeys(secret))
    await dynamo().send(
      new PutCommand({
        TableName: tableName('webhookSecrets'),
        Item: { pk, schema: 1, userId, mode, retiredAt: now, expiresAt },
      }),
    )
  await deleteWebhookSecret(secret, userId)
}

/** The owner of a replaced secret; null if it was replaced more than seven days ago. */
const retiredOf = (row: Record<string, unknown>, now: number): RetiredSecret | null =>
  (row.expiresAt as number) * 1000 <= now
    ? null
    : { userId: row.userId as string, mode: row.mode as Mode, retiredAt: row.retiredAt as number }

/**
 * Finds the first of these texts that is a user's current secret. If there is none, finds the first that is a secret
 * replaced within the last seven days. Makes one database call and counts nothing.
 */
export const findWebhookSecret = async (
  candidates: readonly string[],
  now: number,
): Promise<KnownSecret | null> => {
  const current = await Promise.all(candidates.map(webhookSecretKeys))
  const retired = await Promise.all(candidates.map(retiredKeys))
  const pks = [...current, ...retired].flat()
  const rows = (await batchGet({ webhookSecrets: pks.map((pk) => ({ pk })) })).get('webhookSecrets') ?? []
  const byKey = new Map(rows.map((row) => [row.pk as string, row]))
  const ownerIn = <T>(
    keys: readonly (readonly string[])[],
    read: (row: Record<string, unknown>) => T | null,
  ) => {
    for (const [index, each] of keys.entries()) {
      const row = each.map((pk) => byKey.get(pk)).find((found) => found !== undefined)
      const owner = row && read(row)
      if (owner) return { secret: candidates[index] as string, ...owner }
    }
    return null
  }
  return ownerIn(current, currentOf) ?? ownerIn(retired, (row) => retiredOf(row, now))
}

const currentOf = (row: Record<string, unknown>): AccountKey => {
  const { userId, captured } = row as SecretOwner
  return { userId, mode: captured.mode }
}

/**
 * Finds the owner of a secret and counts this alert in the current minute, in one write. Each of a user's two secrets
 * may use half of the user's alerts per minute. Beyond its half, a secret uses up the other secret's half, in a second
 * write. So the two secrets never exceed the maximum together, and most alerts cost one write.
 */
export const findOwnerAndCountAlert = async (secret: string, now: number): Promise<Admission | null> => {
  const minute = Math.floor(now / 60_000)
  const item = await firstFound(await webhookSecretKeys(secret), (pk) => count(pk, minute))
  if (!item) return null
  const { userId, captured } = item as SecretOwner
  const own = item.alerts as number
  // If the other secret was just replaced, this secret cannot use the other secret's half of the alerts per minute.
  const lent = own > half ? await count(item.sibling as string, minute) : null
  const alertsThisMinute = own <= half ? own : half + ((lent?.alerts as number | undefined) ?? half + 1)
  return { userId, captured, alertsThisMinute }
}

const half = limits.alertsPerMinute / 2

/**
 * For each secret, the latest minute for which counting has started, as far as this process knows. It shows whether the
 * write that starts a minute or the write that counts in a started minute will succeed.
 */
const begun = new Map<string, number>()

/**
 * Counts one alert in the current minute.
 * @returns the item after the write; null if the secret does not exist
 */
const count = async (pk: string, minute: number): Promise<Record<string, unknown> | null> => {
  for (let turn = 0; turn < tries; turn += 1) {
    // A process with a slow clock counts in the later minute that other processes have already started.
    const counted = Math.max(minute, begun.get(pk) ?? 0)
    const item = await (begun.get(pk) === counted
      ? update(pk, counted, 'SET alerts = alerts + :one', 'countedMinute = :minute')
      : update(
          pk,
          counted,
          'SET alerts = :one, countedMinute = :minute',
          'attribute_exists(pk) AND (attribute_not_exists(countedMinute) OR countedMinute < :minute)',
        ))
    if (item) {
      keep(pk, counted)
      return item
    }
    const Item = await readRow(pk)
    if (!Item) return null
    keep(pk, (Item.countedMinute as number | undefined) ?? 0)
  }
  throw new Error('The alert could not be counted')
}

/** Maximum tries to count an alert, because another process may start a new minute at the same time. */
const tries = 5

const keep = (pk: string, minute: number) => {
  if (begun.size > 1_000) begun.clear()
  begun.set(pk, minute)
}

const update = async (pk: string, minute: number, expression: string, condition: string) => {
  const written = await conditionally(
    new UpdateCommand({
      TableName: tableName('webhookSecrets'),
      Key: { pk },
      UpdateExpression: expression,
      ConditionExpression: condition,
      ExpressionAttributeValues: { ':one': 1, ':minute': minute },
      ReturnValues: 'ALL_NEW',
    }),
  )
  if (!written) return null
  return written.Attributes ?? null
}

/** The owner of a secret; null if the secret is unknown. Does not count an alert. */
export const findSecretOwner = async (secret: string): Promise<SecretOwner | null> => {
  const Item = await firstFound(await webhookSecretKeys(secret), readRow)
  return Item ? { userId: Item.userId as string, captured: Item.captured as CapturedSettings } : null
}

const readRow = async (pk: string, isConsistent = true): Promise<Record<string, unknown> | null> => {
  const { Item } = await dynamo().send(
    new GetCommand({
      TableName: tableName('webhookSecrets'),
      Key: { pk },
      ConsistentRead: isConsistent,
    }),
  )
  return Item ?? null
}
