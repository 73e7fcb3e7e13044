import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { TableName } from '../../shared/platform/tables.ts'
import { conditionally, tableName } from './table.ts'

type Lease = {
  readonly table: TableName
  readonly key: Readonly<Record<string, string>>
  /** Identifies the process or run. A holder may renew its own lease. */
  readonly holder: string
  /** Epoch milliseconds. */
  readonly now: number
  readonly milliseconds: number
  /** When the table may delete the item, in epoch seconds. Default: never. */
  readonly expiresAt?: number
  /** A further condition, which may use `:now`. */
  readonly condition?: string
}

/**
 * Takes a lease, so that only one process does the work until the lease ends. The lease is stored in the attributes
 * `holder` and `leasedUntil` of an item.
 * @returns the item after the write; null if another holder has the lease
 */
export const takeLease = async ({ table, key, holder, now, milliseconds, expiresAt, condition }: Lease) => {
  const written = await conditionally(
    new UpdateCommand({
      TableName: tableName(table),
      Key: key,
      UpdateExpression: `SET #schema = :schema, holder = :holder, leasedUntil = :until${expiresAt === undefined ? '' : ', expiresAt = :expires'}`,
      // If a response is lost, the SDK retries. The retry finds its own holder and succeeds.
      ConditionExpression: `(attribute_not_exists(leasedUntil) OR leasedUntil < :now OR holder = :holder)${condition ? ` AND ${condition}` : ''}`,
      ExpressionAttributeNames: { '#schema': 'schema' },
      ExpressionAttributeValues: {
        ':schema': 1,
        ':holder': holder,
        ':now': now,
        ':until': now + milliseconds,
        ...(expiresAt === undefined ? {} : { ':expires': expiresAt }),
      },
      ReturnValues: 'ALL_NEW',
    }),
  )
  return written?.Attributes ?? null
}
