import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { takeLease } from '../aws/lease.ts'
import { conditionally, tableName } from '../aws/table.ts'

/** Allows one fetch at a time, however often the button is pressed, because Yahoo limits requests. */

const key = { pk: 'dividends', sk: 'lease' }

/** Longer than one Lambda's maximum time, in milliseconds. */
const leaseTime = 11 * 60_000

/**
 * @param run names the fetch, whose later slices already hold the lease
 * @returns false while another fetch holds it
 */
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
