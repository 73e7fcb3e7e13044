import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { takeLease } from '../aws/lease.ts'
import { conditionally, tableName } from '../aws/table.ts'

/** The key of the lease that allows only one fetch of dividend dates at a time, because Yahoo limits requests. */

const key = { pk: 'dividends', sk: 'lease' }

/** The duration of the lease in milliseconds, longer than the time limit of one Lambda. */
const leaseTime = 11 * 60_000

/**
 * @param run the name of the fetch; later parts of the same fetch already hold the lease
 * @returns false if another fetch holds the lease
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
