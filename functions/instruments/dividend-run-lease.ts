import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { dynamo, lostCondition, tableName } from '../aws/table.ts'

/** One fetch at a time, however often the button is pressed: Yahoo counts requests. */

const key = { pk: 'dividends', sk: 'run' }

/** Longer than one Lambda's whole time, in milliseconds. */
const leaseTime = 11 * 60_000

/** @param run names the fetch; a later slice of it holds the lease already. @returns false while another one holds it */
export const takeRunLease = async (run: string, now: number): Promise<boolean> => {
  try {
    await dynamo().send(
      new PutCommand({
        TableName: tableName('instruments'),
        Item: { ...key, schema: 1, run, until: now + leaseTime },
        ConditionExpression: 'attribute_not_exists(pk) OR #until < :now OR run = :run',
        ExpressionAttributeNames: { '#until': 'until' },
        ExpressionAttributeValues: { ':now': now, ':run': run },
      }),
    )
    return true
  } catch (error) {
    if (lostCondition(error)) return false
    throw error
  }
}

export const endRunLease = async (run: string) => {
  try {
    await dynamo().send(
      new DeleteCommand({
        TableName: tableName('instruments'),
        Key: key,
        ConditionExpression: 'run = :run',
        ExpressionAttributeValues: { ':run': run },
      }),
    )
  } catch (error) {
    if (!lostCondition(error)) throw error
  }
}
