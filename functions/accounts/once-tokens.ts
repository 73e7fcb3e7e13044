import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { randomBytes } from 'node:crypto'
import { proofLimits } from '../../shared/accounts/second-factor.schema.ts'
import { hashOf, isSame } from '../aws/hashed-token.ts'
import { dynamo, isWrittenOnce, tableName } from '../aws/table.ts'
import { getSessionItem, seconds, sessionLimits } from './session-store.ts'

/** The user ID in a token; null if the text does not have the form of a token. */
const namedIn = (token: string): string | null => /^([\w-]{1,64})\.[\w-]{43}$/.exec(token)?.[1] ?? null

/**
 * Marks a single-use item as used. The item stays until it expires.
 * @param condition a further condition on the item
 * @returns false if another call has used it
 */
const useOnce = (
  key: { readonly pk: string; readonly sk: string },
  condition: string,
  names: Readonly<Record<string, string>>,
  values: Readonly<Record<string, unknown>>,
) =>
  isWrittenOnce(
    'sessions',
    key,
    (by) =>
      new UpdateCommand({
        TableName: tableName('sessions'),
        Key: key,
        UpdateExpression: 'SET #by = :by, #schema = :schema',
        ConditionExpression: `${condition} AND attribute_not_exists(#by)`,
        ExpressionAttributeNames: { '#by': 'by', '#schema': 'schema', ...names },
        ExpressionAttributeValues: { ':by': by, ':schema': 1, ...values },
      }),
  )

const ticketKey = (userId: string, token: string) => ({ pk: `user#${userId}`, sk: `ticket#${hashOf(token)}` })

/** Issues a ticket after a correct password. With the ticket and a second factor the user gets a session. */
export const issueTicket = async (userId: string, now: number): Promise<string> => {
  const token = `${userId}.${randomBytes(32).toString('base64url')}`
  const until = seconds(now) + proofLimits.ticket
  await dynamo().send(
    new PutCommand({
      TableName: tableName('sessions'),
      Item: { ...ticketKey(userId, token), schema: 1, until, expiresAt: until },
    }),
  )
  return token
}

/** The ID of the user to whom a valid ticket was issued; null if the ticket is invalid. */
export const ownerOfTicket = async (token: string | undefined, now: number): Promise<string | null> => {
  const userId = token === undefined ? null : namedIn(token)
  if (userId === null || token === undefined) return null
  const item = await getSessionItem(ticketKey(userId, token))
  return item && !item.by && (item.until as number) > seconds(now) ? userId : null
}

/** @returns false if another call has used the ticket */
export const useTicket = (userId: string, token: string): Promise<boolean> =>
  useOnce(ticketKey(userId, token), 'attribute_exists(pk)', {}, {})

const resetKey = (userId: string) => ({ pk: `user#${userId}`, sk: 'reset' })

/** Creates a single-use reset token. A new token replaces the previous one, because both use the same item. */
export const makeResetToken = async (userId: string, now: number): Promise<string> => {
  const token = `${userId}.${randomBytes(32).toString('base64url')}`
  const until = seconds(now) + sessionLimits.reset
  await dynamo().send(
    new PutCommand({
      TableName: tableName('sessions'),
      Item: { ...resetKey(userId), schema: 1, tokenHash: hashOf(token), until, expiresAt: until },
    }),
  )
  return token
}

/** The ID of the user to whom a valid reset token was issued; null if the token is invalid. */
export const ownerOfResetToken = async (token: string, now: number): Promise<string | null> => {
  const userId = namedIn(token)
  if (userId === null) return null
  const item = await getSessionItem(resetKey(userId))
  return item && !item.by && isSame(item.tokenHash, hashOf(token)) && (item.until as number) > seconds(now)
    ? userId
    : null
}

/**
 * Uses a reset token. Of several simultaneous calls only one succeeds.
 * @returns the user's ID; null if the token is invalid or used
 */
export const useResetToken = async (token: string, now: number): Promise<string | null> => {
  const userId = namedIn(token)
  if (userId === null) return null
  const isUsed = await useOnce(
    resetKey(userId),
    'tokenHash = :hash AND #until > :now',
    { '#until': 'until' },
    { ':hash': hashOf(token), ':now': seconds(now) },
  )
  return isUsed ? userId : null
}
