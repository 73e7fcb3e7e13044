import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { dynamo, tableName } from '../aws/table.ts'
import { Canary } from './canary.ts'

const key = { pk: 'canary' }
/** How long a result is stored, in seconds. */
const keptFor = 7 * 24 * 3_600

/**
 * Saves a result.
 * @returns the previous result; null if there is none
 */
export const saveCanary = async (canary: Canary): Promise<Canary | null> => {
  const { Attributes } = await dynamo().send(
    new PutCommand({
      TableName: tableName('throttles'),
      Item: { ...key, schema: 1, ...canary, expiresAt: Math.floor(canary.at / 1000) + keptFor },
      ReturnValues: 'ALL_OLD',
    }),
  )
  return Attributes ? Canary.parse(Attributes) : null
}

/**
 * Reads the last result.
 * @returns null before the first run
 */
export const getCanary = async (): Promise<Canary | null> => {
  const { Item } = await dynamo().send(new GetCommand({ TableName: tableName('throttles'), Key: key }))
  return Item ? Canary.parse(Item) : null
}
