import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { batchGet, conditionally, dynamo, tableName } from '../aws/table.ts'

/** Password hashes lie in a table of their own, which only a login reads: nothing else that checks profiles can see one. */

const hashKey = (userId: string) => ({ pk: userId })

/**
 * Strongly consistent, and the same work for a user that does not exist.
 * @returns null if there is no such user, or their profile is deleted already
 */
export const readPasswordHash = async (userId: string): Promise<string | null> => {
  const keys = { passwords: [hashKey(userId)], users: [{ pk: `user#${userId}` }] }
  const found = await batchGet(keys)
  const [profile, stored] = [found.get('users')?.[0], found.get('passwords')?.[0]]
  return profile && stored ? (stored.hash as string) : null
}

/** Writes a new password's hash over whatever was there. */
export const putPasswordHash = async (userId: string, hash: string) => {
  await dynamo().send(
    new PutCommand({ TableName: tableName('passwords'), Item: { ...hashKey(userId), schema: 1, hash } }),
  )
}

/** Writes a hash of the same password, unless the password was changed meanwhile. */
export const replacePasswordHash = async (userId: string, before: string, hash: string) => {
  await conditionally(
    new PutCommand({
      TableName: tableName('passwords'),
      Item: { ...hashKey(userId), schema: 1, hash },
      ConditionExpression: '#hash = :before',
      ExpressionAttributeNames: { '#hash': 'hash' },
      ExpressionAttributeValues: { ':before': before },
    }),
  )
}

export const deletePasswordHash = async (userId: string) => {
  await dynamo().send(new DeleteCommand({ TableName: tableName('passwords'), Key: hashKey(userId) }))
}
