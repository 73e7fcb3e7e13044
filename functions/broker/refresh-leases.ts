import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod/mini'
import type { Instant } from '../../shared/platform/units.ts'
import type { BrokerLogin } from '../trading/ports/broker.ts'
import { takeLease } from '../aws/lease.ts'
import { dynamo, tableName, conditionally } from '../aws/table.ts'

/** Why the last refresh failed. Processes that ask for a refresh soon afterwards get this reason. */
const Failure = z.object({
  kind: z.enum(['unreachable', 'allowance', 'weekly-allowance', 'sign-in', 'unusable', 'not-found']),
  message: z.string(),
  code: z.nullable(z.string()),
})
type Failure = z.infer<typeof Failure>

/**
 * The result of taking a lease. `taken` means that this process must refresh. `held` means that another process
 * refreshes. `failed` means that another process failed a moment ago.
 */
type Take = { readonly kind: 'taken' | 'held' } | { readonly kind: 'failed'; readonly failure: Failure }

/** @property what the data that the holder of the lease reads */
export type Lease = { readonly what: string; readonly login: BrokerLogin; readonly holder: string }

/** Lets one process read from the broker while the others wait for its result. */
export type RefreshLeases = {
  take(lease: Lease, now: Instant, milliseconds: number): Promise<Take>
  /**
   * Ends a lease.
   * @param failure the reason for a failure, and the time before which another try is useless
   */
  release(
    lease: Lease,
    now: Instant,
    failure?: { readonly failure: Failure; readonly until: Instant },
  ): Promise<void>
}

const leaseKey = ({ what, login: { userId, mode, accountId, credentialsVersion } }: Lease) => ({
  pk: `refresh#${what}#${userId}#${mode}#${accountId}#${credentialsVersion}`,
})

const secondsAfter = (at: Instant, seconds: number) => Math.floor(at / 1_000) + seconds

export const refreshLeases: RefreshLeases = {
  take: async (lease, now, milliseconds) => {
    const taken = await takeLease({
      table: 'brokerCache',
      key: leaseKey(lease),
      holder: lease.holder,
      now,
      milliseconds,
      expiresAt: secondsAfter(now, 3_600),
      condition: '(attribute_not_exists(notBefore) OR notBefore <= :now)',
    })
    if (taken) return { kind: 'taken' }

    const { Item } = await dynamo().send(
      new GetCommand({
        TableName: tableName('brokerCache'),
        Key: leaseKey(lease),
        ConsistentRead: true,
      }),
    )
    const failure = Failure.safeParse(Item?.failure)
    const lately = typeof Item?.notBefore === 'number' && Item.notBefore > now
    return lately && failure.success ? { kind: 'failed', failure: failure.data } : { kind: 'held' }
  },

  release: async (lease, now, failed) => {
    await conditionally(
      new UpdateCommand({
        TableName: tableName('brokerCache'),
        Key: leaseKey(lease),
        UpdateExpression: failed
          ? 'SET failure = :failure, notBefore = :until, expiresAt = :expires REMOVE holder, leasedUntil'
          : 'SET expiresAt = :expires REMOVE holder, leasedUntil, failure, notBefore',
        ConditionExpression: 'holder = :holder',
        ExpressionAttributeValues: {
          ':holder': lease.holder,
          ':expires': secondsAfter(now, 3_600),
          ...(failed ? { ':failure': failed.failure, ':until': failed.until } : {}),
        },
      }),
    )
  },
}
