import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { gunzipSync, gzipSync } from 'node:zlib'
import { dynamo, tableName } from '../../aws/table.ts'
import type { KnownEpics } from './check-epics.ts'

const keyOf = (userId: string) => ({ pk: `${userId}#instruments#epics`, sk: 'known' })

export const readKnownEpics = async (userId: string): Promise<KnownEpics> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: tableName('instruments'), Key: keyOf(userId), ConsistentRead: true }),
  )
  return Item ? (JSON.parse(gunzipSync(Item.epics as Uint8Array).toString()) as KnownEpics) : {}
}

/** @param now epoch milliseconds */
export const saveKnownEpics = async (userId: string, epics: KnownEpics, now: number) => {
  await dynamo().send(
    new PutCommand({
      TableName: tableName('instruments'),
      Item: { ...keyOf(userId), schema: 1, checkedAt: now, epics: gzipSync(JSON.stringify(epics)) },
    }),
  )
}
