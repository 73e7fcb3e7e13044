import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { batchGet, conditionally, dynamo, tableName } from '../aws/table.ts'

/** Password hashes are in a separate table, so code that reads profiles never sees a hash. */
const hashKey = (userId: string) => ({ pk: userId })

/**
 * Reads a password hash with strong consistency. The work is the same whether or not the user exists.
 * @returns null if the user does not exist or their profile is already deleted
 */
export const readPasswordHash = async (userId: string): Promise<string | null> => {
  const keys = { passwords: [hashKey(userId)], users: [{ pk: `user#${userId}` }] }
  const found = await batchGet(keys)
  const [profile, stored] = [found.get('users')?.[0], found.get('passwords')?.[0]]
  return profile && stored ? (stored.hash as string) : null
}

/** Stores the hash of a new password without a check of the previous hash. */
export const putPasswordHash = async (userId: string, hash: string) => {
  await dynamo().send(
    new PutCommand({ TableName: tableName('passwords'), Item: { ...hashKey(userId), schema: 1, hash } }),
  )
}

/** Stores a new hash of the same password, unless the password was changed meanwhile. */
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
