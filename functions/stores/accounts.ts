import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { emptyAccount } from '../trading/account.ts'
import type { AccountKey, AccountRecord } from '../trading/ports.ts'
import { dynamo, lostCondition, tableName } from './table.ts'

export const accountKey = ({ userId, mode }: AccountKey) => ({ pk: `${userId}#${mode}` })

export const accountFrom = (item: Record<string, unknown> | undefined): AccountRecord =>
  item ? (item.record as AccountRecord) : emptyAccount

export const getAccount = async (account: AccountKey): Promise<AccountRecord> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: tableName('accounts'), Key: accountKey(account), ConsistentRead: true }),
  )
  return accountFrom(Item)
}

/** Replaces the record if it is still at the version before. @returns false when it is not */
export const saveAccount = async (account: AccountKey, next: AccountRecord): Promise<boolean> => {
  try {
    await dynamo().send(
      new PutCommand({
        TableName: tableName('accounts'),
        Item: { ...accountKey(account), schema: 1, version: next.version, record: next },
        ...(next.version === 1
          ? { ConditionExpression: 'attribute_not_exists(pk)' }
          : {
              ConditionExpression: 'version = :before',
              ExpressionAttributeValues: { ':before': next.version - 1 },
            }),
      }),
    )
    return true
  } catch (error) {
    if (lostCondition(error)) return false
    throw error
  }
}
