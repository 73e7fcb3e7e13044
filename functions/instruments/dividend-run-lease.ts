import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { takeLease } from '../aws/lease.ts'
import { conditionally, tableName } from '../aws/table.ts'

/** One fetch at a time, however often the button is pressed: Yahoo counts requests. */

const key = { pk: 'dividends', sk: 'lease' }

/** Longer than one Lambda's whole time, in milliseconds. */
const leaseTime = 11 * 60_000

/** @param run names the fetch; a later slice of it contains the lease already. @returns false while another one holds it */
export const takeRunLease = async (run: string, now: number): Promise<boolean> => {
  const expiresAt = Math.ceil((now + leaseTime) / 1_000)
  const lease = { table: 'instruments', key, holder: run, now, milliseconds: leaseTime, expiresAt } as const
  return (await takeLease(lease)) !== null
}

export const endRunLease = async (run: string) => {
  await conditionally(
    new DeleteCommand({
      TableName: tableName('instruments'),
      Key: key,
      ConditionExpression: 'holder = :run',
      ExpressionAttributeValues: { ':run': run },
    }),
  )
}
