import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { dynamo, tableName } from '../aws/table.ts'
import { Canary } from './canary.ts'

const key = { pk: 'canary' }
/** Seconds. */
const keptFor = 7 * 24 * 3_600

export const saveCanary = async (canary: Canary) => {
  await dynamo().send(
    new PutCommand({
      TableName: tableName('throttles'),
      Item: { ...key, schema: 1, ...canary, expiresAt: Math.floor(canary.at / 1000) + keptFor },
    }),
  )
}

/** @returns null before the first */
export const getCanary = async (): Promise<Canary | null> => {
  const { Item } = await dynamo().send(new GetCommand({ TableName: tableName('throttles'), Key: key }))
  return Item ? Canary.parse(Item) : null
}
