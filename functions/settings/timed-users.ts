import { DeleteCommand, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { indexName } from '../../shared/platform/tables.ts'
import { dynamo, tableName } from '../aws/table.ts'
import type { VisitRound } from '../trading/watch/limit-ports.ts'
import { changeRow } from './settings-row.ts'

const partition = 'timed'

/**
 * The key of the single item in which the previous release stored all users who need scheduled checks. Each change
 * rewrote that item.
 */
const formerKey = { pk: '#timed' }

/** Records whether a user needs scheduled checks. Does nothing if the user is gone. */
export const noteTimed = async (userId: string, isTimedNow: boolean) => {
  if (isTimedNow)
    return changeRow(userId, {
      update: 'SET timed = :timed, timedAt = :now',
      values: { ':timed': partition, ':now': Date.now() },
    })
  await changeRow(userId, { update: 'REMOVE timed, timedAt' })
  return changeRow(formerKey.pk, { update: 'DELETE userIds :user', values: { ':user': new Set([userId]) } })
}

/** Lists the users who need scheduled checks. It is called once a minute. */
export const listTimedUsers = async (): Promise<readonly string[]> => {
  const found = new Set<string>()
  let from: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await dynamo().send(
      new QueryCommand({
        TableName: tableName('settings'),
        IndexName: indexName('settings', 'timedIndex'),
        KeyConditionExpression: 'timed = :timed',
        ExpressionAttributeValues: { ':timed': partition },
        ...(from ? { ExclusiveStartKey: from } : {}),
      }),
    )
    for (const { pk } of Items) found.add(pk as string)
    from = LastEvaluatedKey
  } while (from)
  const { Item } = await dynamo().send(new GetCommand({ TableName: tableName('settings'), Key: formerKey }))
  for (const userId of (Item?.userIds as Set<string> | undefined) ?? []) found.add(userId)
  return [...found]
}

const roundKey = { pk: '#visits' }

/** Where the current round of scheduled visits continues; null if the previous run reached all users. */
export const getVisitRound = async (): Promise<VisitRound | null> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: tableName('settings'), Key: roundKey, ConsistentRead: true }),
  )
  return Item ? { after: Item.after as string, began: Item.began as number } : null
}

export const saveVisitRound = async (round: VisitRound | null) => {
  const TableName = tableName('settings')
  if (round) await dynamo().send(new PutCommand({ TableName, Item: { ...roundKey, schema: 1, ...round } }))
  else await dynamo().send(new DeleteCommand({ TableName, Key: roundKey }))
}
