import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { dynamo, tableName } from '../aws/table.ts'

/** Which users the clock has something to do for: one item, read each minute. */
const timedKey = { pk: '#timed' }

export const noteTimed = async (userId: string, isTimedNow: boolean) => {
  await dynamo().send(
    new UpdateCommand({
      TableName: tableName('settings'),
      Key: timedKey,
      UpdateExpression: `${isTimedNow ? 'ADD' : 'DELETE'} userIds :user SET #schema = :schema`,
      ExpressionAttributeNames: { '#schema': 'schema' },
      ExpressionAttributeValues: { ':user': new Set([userId]), ':schema': 1 },
    }),
  )
}

export const listTimedUsers = async (): Promise<readonly string[]> => {
  const { Item } = await dynamo().send(new GetCommand({ TableName: tableName('settings'), Key: timedKey }))
  return [...((Item?.userIds as Set<string> | undefined) ?? [])]
}
