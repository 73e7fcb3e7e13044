import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { TableName } from '../../shared/platform/tables.ts'
import { conditionally, tableName } from './table.ts'

type Lease = {
  readonly table: TableName
  readonly key: Readonly<Record<string, string>>
  /** Names the process or run; it contains its own lease already. */
  readonly holder: string
  /** Epoch milliseconds. */
  readonly now: number
  readonly milliseconds: number
  /** When the table may drop the item, in epoch seconds; never if left out. */
  readonly expiresAt?: number
  /** What else must hold, over `:now`. */
  readonly condition?: string
}

/**
 * Lets one process alone do something for this long, by the attributes `holder` and `leasedUntil` of an item.
 * @returns the item as it now stands; null while another holder has the lease
 */
export const takeLease = async ({ table, key, holder, now, milliseconds, expiresAt, condition }: Lease) => {
  const written = await conditionally(
    new UpdateCommand({
      TableName: tableName(table),
      Key: key,
      UpdateExpression: `SET #schema = :schema, holder = :holder, leasedUntil = :until${expiresAt === undefined ? '' : ', expiresAt = :expires'}`,
      // If a reply is lost, the SDK calls again, and meets this lease.
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
