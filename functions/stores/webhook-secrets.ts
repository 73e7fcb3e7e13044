import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { createHmac, randomBytes } from 'node:crypto'
import type { Captured } from '../../shared/trading/snapshot.ts'
import type { Admission } from '../trading/ports.ts'
import { deriveKey } from './root-secret.ts'
import { dynamo, lostCondition, tableName } from './table.ts'

/** 192 bits, in characters that need no escaping in JSON, a URL or the line form. */
export const makeWebhookSecret = () => randomBytes(24).toString('base64url')

/** Only a keyed hash is stored: whoever reads the table learns no secret and cannot test guesses. */
export const webhookSecretKey = async (secret: string) => ({
  pk: createHmac('sha256', await deriveKey('webhook-secret-index'))
    .update(secret)
    .digest('hex'),
})

export type SecretOwner = { readonly userId: string; readonly captured: Captured }

/** Leads a secret to its user. @throws Error when it belongs to another user */
export const putWebhookSecret = async (secret: string, { userId, captured }: SecretOwner) => {
  await dynamo().send(
    new UpdateCommand({
      TableName: tableName('webhookSecrets'),
      Key: await webhookSecretKey(secret),
      UpdateExpression: 'SET userId = :user, captured = :captured',
      ConditionExpression: 'attribute_not_exists(pk) OR userId = :user',
      ExpressionAttributeValues: { ':user': userId, ':captured': captured },
    }),
  )
}

export const deleteWebhookSecret = async (secret: string, userId: string) => {
  try {
    await dynamo().send(
      new DeleteCommand({
        TableName: tableName('webhookSecrets'),
        Key: await webhookSecretKey(secret),
        ConditionExpression: 'userId = :user',
        ExpressionAttributeValues: { ':user': userId },
      }),
    )
  } catch (error) {
    if (!lostCondition(error)) throw error
  }
}

/** The minute that this process last saw begun, by user: tells which of the two counting writes will fit. */
const begun = new Map<string, number>()

/**
 * Finds whom a secret belongs to and counts this alert in the running minute: one read and one write. Counted by user,
 * both modes together. The write has two forms: begin the minute, or go on in it; the likelier is tried first.
 */
export const admitWebhookSecret = async (secret: string, now: number): Promise<Admission | null> => {
  const owner = await findSecretOwner(secret)
  if (!owner) return null
  const minute = Math.floor(now / 60_000)
  const goOn = () => count(owner.userId, minute, 'SET alerts = alerts + :one', 'countedMinute = :minute')
  const begin = () =>
    count(
      owner.userId,
      minute,
      'SET alerts = :one, countedMinute = :minute',
      'attribute_not_exists(pk) OR countedMinute < :minute',
    )
  const isBegun = begun.get(owner.userId) === minute
  // A process whose clock is behind counts in the minute that others have begun already.
  const alerts =
    (isBegun ? ((await goOn()) ?? (await begin())) : ((await begin()) ?? (await goOn()))) ??
    (await count(owner.userId, minute, 'SET alerts = alerts + :one', 'countedMinute > :minute'))
  if (alerts === null) throw new Error('The alert could not be counted')
  if (begun.size > 1_000) begun.clear()
  begun.set(owner.userId, minute)
  return { ...owner, alertsThisMinute: alerts }
}

/** Where the alerts of a user's running minute are counted. */
export const alertCountKey = (userId: string) => ({ pk: `alerts#${userId}` })

const count = async (userId: string, minute: number, update: string, condition: string) => {
  try {
    const { Attributes } = await dynamo().send(
      new UpdateCommand({
        TableName: tableName('throttles'),
        Key: alertCountKey(userId),
        UpdateExpression: `${update}, expiresAt = :expires`,
        ConditionExpression: condition,
        ExpressionAttributeValues: { ':one': 1, ':minute': minute, ':expires': minute * 60 + 3_600 },
        ReturnValues: 'ALL_NEW',
      }),
    )
    return (Attributes?.alerts as number | undefined) ?? null
  } catch (error) {
    if (lostCondition(error)) return null
    throw error
  }
}

/** The owner of a secret, uncounted. */
export const findSecretOwner = async (secret: string): Promise<SecretOwner | null> => {
  const { Item } = await dynamo().send(
    new GetCommand({
      TableName: tableName('webhookSecrets'),
      Key: await webhookSecretKey(secret),
      ConsistentRead: true,
    }),
  )
  return Item ? { userId: Item.userId as string, captured: Item.captured as Captured } : null
}
