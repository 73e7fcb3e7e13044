import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { dynamo, tableName, conditionally } from '../aws/table.ts'

/**
 * Password hashes lie in a table of their own, which only a login reads: nothing else that checks profiles can see
 * one. Profiles of the first release hold theirs themselves until the next login moves it.
 */

const hashKey = (userId: string) => ({ pk: userId })
const profileKey = (userId: string) => ({ pk: `user#${userId}` })

export type StoredHash = {
  readonly hash: string
  /** Still where the first release kept it. */
  readonly isInProfile: boolean
}

/**
 * Strongly consistent, and the same work for a user that does not exist.
 * @returns null if there is no such user
 */
export const readPasswordHash = async (userId: string): Promise<StoredHash | null> => {
  const [{ Item: own }, { Item: profile }] = await Promise.all([
    dynamo().send(
      new GetCommand({ TableName: tableName('passwords'), Key: hashKey(userId), ConsistentRead: true }),
    ),
    dynamo().send(
      new GetCommand({ TableName: tableName('users'), Key: profileKey(userId), ConsistentRead: true }),
    ),
  ])
  const hash = (own?.hash ?? profile?.passwordHash) as string | undefined
  return profile && hash !== undefined ? { hash, isInProfile: own === undefined } : null
}

/** Writes a new password's hash over whatever was there. */
export const putPasswordHash = async (userId: string, hash: string) => {
  await dynamo().send(
    new PutCommand({ TableName: tableName('passwords'), Item: { ...hashKey(userId), schema: 1, hash } }),
  )
}

/** Writes a hash of the same password if it belongs, unless the password was changed meanwhile. */
export const replacePasswordHash = async (userId: string, before: StoredHash, hash: string) => {
  await conditionally(
    new PutCommand({
      TableName: tableName('passwords'),
      Item: { ...hashKey(userId), schema: 1, hash },
      ConditionExpression: 'attribute_not_exists(pk) OR #hash = :before',
      ExpressionAttributeNames: { '#hash': 'hash' },
      ExpressionAttributeValues: { ':before': before.hash },
    }),
  )
  if (before.isInProfile) await dropFromProfile(userId)
}

const dropFromProfile = async (userId: string) => {
  await conditionally(
    new UpdateCommand({
      TableName: tableName('users'),
      Key: profileKey(userId),
      UpdateExpression: 'REMOVE passwordHash',
      ConditionExpression: 'attribute_exists(pk)',
    }),
  )
}

export const deletePasswordHash = async (userId: string) => {
  await dynamo().send(new DeleteCommand({ TableName: tableName('passwords'), Key: hashKey(userId) }))
}
